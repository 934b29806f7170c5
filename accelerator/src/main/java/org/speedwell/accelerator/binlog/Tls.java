package org.speedwell.accelerator.binlog;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The TLS settings of a connection, as the JDBC driver reads them from its URL.
 *
 * @param trusted the store of trusted certificates; if empty, the JVM's
 * @param own the store with the client certificate; if empty, the JVM's, if it has one
 */
public record Tls(Mode mode, Optional<Store> trusted, Optional<Store> own) {

    /** The values of the driver's {@code sslMode}. */
    public enum Mode {
        DISABLED,
        PREFERRED,
        REQUIRED,
        VERIFY_CA,
        VERIFY_IDENTITY
    }

    /** The location, type and password of a key store. */
    public record Store(String url, String type, String password) {
        @Override
        public String toString() {
            return url; // without the password, because logs print it
        }
    }

    /**
     * Returns the settings of a URL.
     *
     * @param options the part of the URL that starts with the question mark
     */
    static Tls of(String options) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String option : options.substring(options.indexOf('?') + 1).split("&")) {
            int equals = option.indexOf('=');
            if (equals > 0) {
                all.put(
                        option.substring(0, equals),
                        URLDecoder.decode(option.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return new Tls(mode(all), store(all, "trustCertificateKeyStore"), store(all, "clientCertificateKeyStore"));
    }

    /** Returns the mode of {@code sslMode}, or of the older options that the driver still accepts. */
    private static Mode mode(Map<String, String> all) {
        String name = all.getOrDefault("sslMode", all.getOrDefault("ssl-mode", ""));
        if (!name.isEmpty() || !all.containsKey("useSSL")) {
            return mode(name);
        }
        if (!isTrue(all, "useSSL")) {
            return Mode.DISABLED;
        }
        if (isTrue(all, "verifyServerCertificate")) {
            return Mode.VERIFY_CA;
        }
        return isTrue(all, "requireSSL") ? Mode.REQUIRED : Mode.PREFERRED;
    }

    private static boolean isTrue(Map<String, String> all, String option) {
        return List.of("true", "yes", "1").contains(all.getOrDefault(option, "").toLowerCase(Locale.ROOT));
    }

    private static Mode mode(String name) {
        return switch (name.toUpperCase(Locale.ROOT).replace('-', '_')) {
            case "DISABLED", "DISABLE" -> Mode.DISABLED;
            case "REQUIRED", "TRUST" -> Mode.REQUIRED;
            case "VERIFY_CA" -> Mode.VERIFY_CA;
            case "VERIFY_IDENTITY", "VERIFY_FULL" -> Mode.VERIFY_IDENTITY;
            default -> Mode.PREFERRED;
        };
    }

    private static Optional<Store> store(Map<String, String> options, String name) {
        return Optional.ofNullable(options.get(name + "Url"))
                .map(url -> new Store(
                        url, options.getOrDefault(name + "Type", "JKS"), options.getOrDefault(name + "Password", "")));
    }
}
