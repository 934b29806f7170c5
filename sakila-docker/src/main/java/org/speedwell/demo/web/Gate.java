package org.speedwell.demo.web;

import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets in only requests that were meant for this server and come from its own page. Otherwise any page in the user's
 * browser could have the demo do things, or read from it under a name of its own that leads to this machine.
 *
 * @param hosts names and addresses by which the demo may be asked, in small letters, without a port
 */
record Gate(Set<String> hosts) {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** A gate for the names of the loopback interface, and others. */
    static Gate of(Stream<String> others) {
        return new Gate(Stream.concat(
                        LOOPBACK.stream(), others.map(name -> inUrl(name).toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** A name or an address as a URL has it: one of IPv6 in brackets. */
    static String inUrl(String host) {
        return host.indexOf(':') != host.lastIndexOf(':') && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** @throws ForbiddenResponse if the request is foreign */
    void check(Context request) {
        String host = request.header("Host");
        if (host == null || !hosts.contains(withoutPort(host))) {
            throw new ForbiddenResponse("This demo is not known as \"" + host
                    + "\". Ask for localhost, or start it with --allow-host and the name.");
        }
        String origin = request.header("Origin");
        if (origin != null && !isOf(origin, host)) {
            throw new ForbiddenResponse("A page of \"" + origin + "\" has no business here.");
        }
    }

    private static boolean isOf(String origin, String host) {
        return origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host);
    }

    private static String withoutPort(String host) {
        return host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
    }
}
