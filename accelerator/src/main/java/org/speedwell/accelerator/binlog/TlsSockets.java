package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * A factory of encrypted sockets with the settings of a URL. The library's own factory knows no key stores and no TLS
 * version above 1.2. It also verifies the name that the address resolves to, instead of the host of the URL.
 */
final class TlsSockets implements SSLSocketFactory {
    private final Tls tls;
    private final String host;

    /**
     * Creates a factory.
     *
     * @param host the host of the URL. In mode VERIFY_IDENTITY the certificate of the server must contain it
     */
    TlsSockets(Tls tls, String host) {
        this.tls = tls;
        this.host = host;
    }

    @Override
    public SSLSocket createSocket(Socket plain) throws SocketException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(), trust(), null);
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
            if (tls.mode() == Tls.Mode.VERIFY_IDENTITY) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
            }
            return socket;
        } catch (GeneralSecurityException | IOException e) {
            SocketException failure = new SocketException(e.getMessage());
            failure.initCause(e);
            throw failure;
        }
    }

    private KeyManager @Nullable [] keys() throws GeneralSecurityException {
        if (tls.own().isEmpty()) {
            return null;
        }
        Tls.Store own = tls.own().get();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(read(own), own.password().toCharArray());
        return keys.getKeyManagers();
    }

    private TrustManager @Nullable [] trust() throws GeneralSecurityException {
        if (tls.mode() != Tls.Mode.VERIFY_CA && tls.mode() != Tls.Mode.VERIFY_IDENTITY) {
            return new TrustManager[] {new TrustAnybody()};
        }
        if (tls.trusted().isEmpty()) {
            return null;
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(read(tls.trusted().get()));
        return trust.getTrustManagers();
    }

    private static KeyStore read(Tls.Store store) throws GeneralSecurityException {
        KeyStore read = KeyStore.getInstance(store.type());
        try (InputStream in = URI.create(store.url()).toURL().openStream()) {
            read.load(in, store.password().isEmpty() ? null : store.password().toCharArray());
            return read;
        } catch (IOException | IllegalArgumentException e) {
            throw new GeneralSecurityException("The key store " + store + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** A trust manager that accepts every certificate, for modes that encrypt without verification. */
    private static final class TrustAnybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
