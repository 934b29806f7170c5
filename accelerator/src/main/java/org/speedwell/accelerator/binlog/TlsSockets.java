package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.network.DefaultSSLSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes encrypted sockets as a URL says. The library's own know no stores of certificates, and nothing above TLS 1.2. */
final class TlsSockets extends DefaultSSLSocketFactory {
    private final Tls tls;

    TlsSockets(Tls tls) {
        super("TLS");
        this.tls = tls;
    }

    @Override
    protected void initSSLContext(SSLContext context) throws GeneralSecurityException {
        context.init(keys(), trust(), null);
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

    /** Encryption is asked for, and not who is at the other end. */
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
