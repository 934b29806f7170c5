package org.speedwell.bench.scale;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;

/** A task that returns the resources that a member has used since its start. */
final class MemberUse implements Callable<MemberUse.Used>, Serializable {
    private static final long serialVersionUID = 1;

    /**
     * The resources that a process has used.
     *
     * @param processor the nanoseconds of processor time of all its threads
     * @param counted the number of events in the results that it received
     * @param sent the bytes that have left its network namespace, packet headers included
     * @param latencies the latencies of results, in milliseconds
     */
    record Used(long processor, long counted, long sent, Histogram latencies) implements Serializable {}

    @Override
    public Used call() throws IOException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Used(system.getProcessCpuTime(), CountByKey.counted(), sent(), CountByKey.latencies());
    }

    /** Returns the sent bytes, which are the ninth number after the name of the interface. */
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
