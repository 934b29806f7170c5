package org.speedwell.demo.web;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A filter that accepts a request only if it names this server and comes from this server's page. Without it, any page
 * in the user's browser could control the demo. It could also read from the demo through its own host name that
 * resolves to this machine.
 *
 * @param hosts the accepted host names and addresses, in lower case, without a port
 */
record Gate(Set<String> hosts) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** Returns a gate for the names of the loopback interface and others. */
    static Gate of(Stream<String> others) {
        return new Gate(Stream.concat(
                        LOOPBACK.stream(), others.map(name -> inUrl(name).toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Returns a name or an address as in a URL: an IPv6 address in brackets. */
    static String inUrl(String host) {
        return host.indexOf(':') != host.lastIndexOf(':') && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /**
     * Checks the headers of a request.
     *
     * @throws ForbiddenResponse if the host or the origin is foreign
     */
    void check(Context request) {
        String host = request.header("Host");
        if (host == null || !hosts.contains(withoutPort(host))) {
            throw new ForbiddenResponse("The demo does not accept the host name \"" + host
                    + "\". Use localhost, or start the demo with --allow-host and the name.");
        }
        String origin = request.header("Origin");
        if (origin != null && !isOf(origin, host)) {
            throw new ForbiddenResponse("The demo does not accept requests from pages of \"" + origin + "\".");
        }
    }

    private static boolean isOf(String origin, String host) {
        return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
    }

    private static String withoutPort(String host) {
        return host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
    }
}
