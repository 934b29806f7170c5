package org.speedwell.accelerator.binlog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a binlog is read, and as whom.
 *
 * @param password asked for each connection, as it may be a token that expires
 */
public record BinlogAddress(String host, int port, String user, Supplier<String> password, Tls tls) {
    private static final int DEFAULT_PORT = 3306;
    private static final Pattern URL = Pattern.compile("jdbc:(?:mysql|mariadb)(?:\\+srv)?(?::[a-z]+)?://([^/?]*)(.*)");

    /**
     * The servers of a JDBC URL, in its order.
     *
     * @throws IllegalArgumentException if it is not such a URL
     */
    public static List<BinlogAddress> of(String url, String user, Supplier<String> password) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no address of a server can be read of the URL " + withoutPassword(url));
        }
        Tls tls = Tls.of(parts.group(2));
        List<BinlogAddress> addresses = new ArrayList<>();
        for (String server :
                parts.group(1).substring(parts.group(1).indexOf('@') + 1).split(",")) {
            boolean isIpv6 = server.startsWith("[");
            int end =
                    isIpv6 ? server.indexOf(']') + 1 : server.indexOf(':') < 0 ? server.length() : server.indexOf(':');
            String host = isIpv6 ? server.substring(1, end - 1) : server.substring(0, end);
            int port = end == server.length() ? DEFAULT_PORT : Integer.parseInt(server.substring(end + 1));
            addresses.add(new BinlogAddress(host.isEmpty() ? "localhost" : host, port, user, password, tls));
        }
        return addresses;
    }

    private static String withoutPassword(String url) {
        return url.replaceAll("(?i)(password=)[^&]*", "$1…").replaceAll("//[^/@]*@", "//…@");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
