package org.speedwell.bench.scale;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Asks a member what it has used since it began. */
final class MemberUse implements Callable<MemberUse.Used>, Serializable {
    private static final long serialVersionUID = 1;

    /**
     * What a process has used.
     *
     * @param processor nanoseconds of all its threads
     * @param counted events in the results that it was given
     * @param sent bytes that have left its network namespace, headers of packets included
     */
    record Used(long processor, long counted, long sent) implements Serializable {}

    @Override
    public Used call() throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Used(system.getProcessCpuTime(), CountByKey.counted(), sent());
    }

    /** The ninth number after the name of an interface. */
    private static long sent() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/net/dev"))) {
            String[] words = line.strip().split("[:\\s]+");
            if (words[0].equals("eth0")) {
                return Long.parseLong(words[9]);
            }
        }
        throw new IllegalStateException("There is no eth0 in this namespace.");
    }
}
