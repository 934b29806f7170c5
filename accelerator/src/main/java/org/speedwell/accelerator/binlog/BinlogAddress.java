package org.speedwell.accelerator.binlog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a server, and the credentials for the binlog connection.
 *
 * @param password returns the password for each new connection, which may be a token that expires
 */
public record BinlogAddress(String host, int port, String user, Supplier<String> password, Tls tls) {
    private static final int DEFAULT_PORT = 3306;
    private static final Pattern URL = Pattern.compile("jdbc:(?:mysql|mariadb)(?:\\+srv)?(?::[a-z]+)?://([^/?]*)(.*)");

    /**
     * Returns the addresses of the servers of a JDBC URL, in the order of the URL.
     *
     * @throws IllegalArgumentException if the text is not a JDBC URL of MySQL or MariaDB
     */
    public static List<BinlogAddress> of(String url, String user, Supplier<String> password) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException("The URL " + withoutPassword(url)
                    + " is not a JDBC URL of MySQL or MariaDB. Pass a URL such as jdbc:mysql://host:3306/schema.");
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
