package org.speedwell.accelerator.binlog;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a connection is to be encrypted, whom it trusts, and as whom it shows itself: as the driver reads it of its URL.
 *
 * @param trusted certificates; without, those that the JVM trusts
 * @param own certificate; without, the JVM's, if it has one
 */
public record Tls(Mode mode, Optional<Store> trusted, Optional<Store> own) {

    /** The driver's {@code sslMode}. */
    public enum Mode {
        DISABLED,
        PREFERRED,
        REQUIRED,
        VERIFY_CA,
        VERIFY_IDENTITY
    }

    /** A key store, where it is, of what type, and its password. */
    public record Store(String url, String type, String password) {
        @Override
        public String toString() {
            return url; // without the password
        }
    }

    /**
     * What a URL says.
     *
     * @param options of the URL, from the question mark on
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

    /** The mode by its name, or by the older options that the driver translates. */
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
