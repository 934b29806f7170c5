package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;

/** Key pairs with self-signed certificates, in files of a folder. */
public final class Certificates {
    public static final String PASSWORD = "secret of the store";

    private final Path folder;

    public Certificates(Path folder) {
        this.folder = folder;
    }

    /** Creates a key pair and its certificate in a new key store. The name is that of the file and of the entry. */
    public Path key(String name, String... extensions) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        ProcessBuilder command = new ProcessBuilder(
                keytool.toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        for (String extension : extensions) {
            command.command().add("-ext");
            command.command().add(extension);
        }
        Process running = command.redirectErrorStream(true).start();
        String told = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).as(told).isZero();
        return store;
    }

    /** Returns the certificate of a key in this folder. */
    public Certificate certificate(String name) throws IOException, GeneralSecurityException {
        return open(name).getCertificate(name);
    }

    private KeyStore open(String name) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(folder.resolve(name + ".p12").toFile(), PASSWORD.toCharArray());
    }

    /** Writes a certificate in PEM, the format that servers read. */
    public Path certificateFile(String name) throws IOException, GeneralSecurityException {
        return pem(name, "CERTIFICATE", certificate(name).getEncoded());
    }

    /** Writes a private key in PEM, the format that servers read. */
    public Path keyFile(String name) throws IOException, GeneralSecurityException {
        return pem(
                name,
                "PRIVATE KEY",
                open(name).getKey(name, PASSWORD.toCharArray()).getEncoded());
    }

    private Path pem(String name, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(name + "-" + what.replace(' ', '-') + ".pem"),
                "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    /** Creates a trust store that contains a certificate. */
    public Path trusting(Certificate trusted) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("authority", trusted);
        Path file = folder.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** Returns the URL options that name a store. Their names start with the given prefix. */
    public static String option(String name, Path store, String password) {
        return "&" + name + "Url=" + store.toUri() + "&" + name + "Type=PKCS12&" + name + "Password="
                + password.replace(" ", "%20");
    }
}
