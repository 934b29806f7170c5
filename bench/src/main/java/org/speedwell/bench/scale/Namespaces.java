package org.speedwell.bench.scale;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Network namespaces of this machine. Each has its own address on an isolated bridge. The bridge is in a namespace too,
 * so that firewall rules of the machine, such as those of Docker, do not apply. Needs root and iproute2. {@link #close}
 * removes everything.
 */
final class Namespaces implements AutoCloseable {
    /** The network. RFC 2544 reserves its addresses for benchmarks, so that no other system uses them. */
    private static final String NETWORK = "198.18.47.";

    private static final String PREFIX = "speedwell";
    private static final String HUB = PREFIX + "-hub";

    private final int count;

    /**
     * Creates the namespaces.
     *
     * @throws IllegalStateException if the system does not allow it; the message states the requirements
     */
    Namespaces(int count) throws IOException, InterruptedException {
        this.count = count;
        try {
            ip("netns", "add", HUB);
            ip("-n", HUB, "link", "add", "bridge", "type", "bridge");
            ip("-n", HUB, "link", "set", "bridge", "up");
            ip("link", "add", PREFIX, "type", "veth", "peer", "name", "host", "netns", HUB);
            ip("-n", HUB, "link", "set", "host", "master", "bridge", "up");
            ip("addr", "add", NETWORK + "254/24", "dev", PREFIX);
            ip("link", "set", PREFIX, "up");
            for (int i = 0; i < count; i++) {
                ip("netns", "add", name(i));
                ip("-n", HUB, "link", "add", name(i), "type", "veth", "peer", "name", "eth0", "netns", name(i));
                ip("-n", HUB, "link", "set", name(i), "master", "bridge", "up");
                ip("-n", name(i), "addr", "add", address(i) + "/24", "dev", "eth0");
                ip("-n", name(i), "link", "set", "eth0", "up");
                ip("-n", name(i), "link", "set", "lo", "up");
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static String name(int namespace) {
        return PREFIX + namespace;
    }

    static String address(int namespace) {
        return NETWORK + (namespace + 1);
    }

    /** Returns the words in front of a command that runs it in a namespace. */
    static List<String> inside(int namespace) {
        return List.of("ip", "netns", "exec", name(namespace));
    }

    private static void ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IllegalStateException("There is no program ip: install iproute2 (" + e.getMessage() + ").", e);
        }
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + said.strip()
                    + ". Network namespaces need Linux and root (CAP_NET_ADMIN, CAP_SYS_ADMIN).");
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            removed("netns", "del", name(i));
        }
        removed("link", "del", PREFIX);
        removed("netns", "del", HUB);
    }

    private static void removed(String... arguments) throws IOException, InterruptedException {
        try {
            ip(arguments);
        } catch (IllegalStateException e) {
            // it was never created
        }
    }
}
