package org.speedwell.bench.scale;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.speedwell.bench.ChildJvm;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Statement;
import org.speedwell.bench.report.Table;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.hazelcast.ClusterJob;
import org.speedwell.streaming.hazelcast.HazelcastEngine;

/**
 * A measurement of the cost of an event on one member and on several: processor time, and bytes on the network. The
 * members share the cores of one machine, so the measurement shows no speed-up. Processor time and bytes do not depend
 * on the other members.
 */
public final class ScaleComparison {
    /** The time until compilers and connections have settled. */
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final int members;
    private final HazelcastInstance client;

    private ScaleComparison(int members, HazelcastInstance client) {
        this.members = members;
        this.client = client;
    }

    /** The cost per event, the bytes per second of each member, and the latencies of results in milliseconds. */
    private record Line(
            int members,
            double rate,
            double nanosAnEvent,
            double bytesAnEvent,
            double bytesAMember,
            Histogram latencies) {}

    /**
     * Measures each number of members, and writes a table.
     *
     * @param max the greatest number of members
     * @param rates the rates to measure, in events per second of each member
     * @param line the duration of each measurement
     */
    public static void run(int max, List<Double> rates, Duration line, Path results) throws Exception {
        List<Line> lines = new ArrayList<>();
        for (int members = 1; members <= max; members++) {
            try (Namespaces namespaces = new Namespaces(members)) {
                lines.addAll(run(members, rates, line));
            }
        }
        table(lines, results);
    }

    private static List<Line> run(int members, List<Double> rates, Duration line) throws Exception {
        List<Process> processes = new ArrayList<>();
        HazelcastInstance client = null;
        try {
            for (int i = 0; i < members; i++) {
                processes.add(start(i, members));
            }
            client = client(members);
            List<Line> lines = new ArrayList<>();
            for (double rate : rates) {
                Line found = new ScaleComparison(members, client).measure(rate, line);
                System.out.printf(
                        Locale.ROOT,
                        "%d members, %,.0f events/s each:"
                                + " %.1f ns of CPU and %.4f bytes per event, %,.0f bytes/s per member%n",
                        members,
                        rate,
                        found.nanosAnEvent,
                        found.bytesAnEvent,
                        found.bytesAMember);
                lines.add(found);
            }
            return lines;
        } finally {
            if (client != null) {
                client.shutdown();
            }
            for (Process process : processes) {
                process.getOutputStream().close(); // the member waits for the end of its input
            }
            for (Process process : processes) {
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        }
    }

    /** Starts a member on one core. It shares the core if there are more members than cores. */
    private static Process start(int member, int members) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(Namespaces.address(member)));
        for (int i = 0; i < members; i++) {
            arguments.add(Namespaces.address(i) + ":" + ScaleMember.PORT);
        }
        ProcessBuilder builder = ChildJvm.of(
                ScaleMember.class, List.of("-XX:ActiveProcessorCount=1", "-XX:+UseSerialGC", "-Xmx512m"), arguments);
        int core = member % Runtime.getRuntime().availableProcessors();
        List<String> command = new ArrayList<>(Namespaces.inside(member));
        command.addAll(List.of("taskset", "-c", "" + core));
        command.addAll(builder.command());
        return builder.command(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static HazelcastInstance client(int members) throws InterruptedException {
        ClientConfig config = new ClientConfig().setClusterName(ScaleMember.CLUSTER);
        config.setProperty("hazelcast.logging.type", "none");
        config.getConnectionStrategyConfig()
                .getConnectionRetryConfig()
                .setClusterConnectTimeoutMillis(PATIENCE.toMillis());
        for (int i = 0; i < members; i++) {
            config.getNetworkConfig().addAddress(Namespaces.address(i) + ":" + ScaleMember.PORT);
        }
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        Instant end = Instant.now().plus(PATIENCE);
        while (client.getCluster().getMembers().size() < members) {
            if (Instant.now().isAfter(end)) {
                client.shutdown();
                throw new IllegalStateException(members + " members did not find each other within " + PATIENCE + ".");
            }
            Thread.sleep(100);
        }
        return client;
    }

    /** Measures one rate on the running members. */
    private Line measure(double rate, Duration line) throws Exception {
        double seconds = WARM_UP.plus(line).toMillis() / 1e3;
        long events = (long) (rate * members * (seconds + 2));
        List<MemberUse.Used> begin = uses();
        ClusterJob job = HazelcastEngine.of(client)
                .withParts(members)
                .start(
                        CountByKey.class,
                        CountByKey.arguments(Instant.now().plusSeconds(1), rate * members, events),
                        JobOptions.DEFAULT.named("count by key"));
        Thread.sleep(WARM_UP);
        List<MemberUse.Used> before = uses();
        long nanos = System.nanoTime();
        Thread.sleep(line);
        double passed = (System.nanoTime() - nanos) / 1e9;
        List<MemberUse.Used> after = uses();
        job.await();
        long counted = counted(uses()) - counted(begin);
        if (counted != events) {
            throw new IllegalStateException("The job got " + events + " events, but counted " + counted + ".");
        }
        double taken = counted(after) - counted(before);
        if (taken < 0.9 * passed * rate * members) {
            System.out.printf(
                    Locale.ROOT, "  The job sustained %.0f %% of the rate.%n", 100 * taken / passed / rate / members);
        }
        double sent = sent(after) - sent(before);
        return new Line(
                members,
                rate,
                (processor(after) - processor(before)) / taken,
                sent / taken,
                sent / passed / members,
                latencies(before, after));
    }

    private List<MemberUse.Used> uses() throws InterruptedException, ExecutionException {
        List<MemberUse.Used> uses = new ArrayList<>();
        for (Member member : client.getCluster().getMembers()) {
            uses.add(client.getExecutorService("scale")
                    .submitToMember(new MemberUse(), member)
                    .get());
        }
        return uses;
    }

    private static long counted(List<MemberUse.Used> uses) {
        return uses.stream().mapToLong(MemberUse.Used::counted).sum();
    }

    private static double processor(List<MemberUse.Used> uses) {
        return uses.stream().mapToLong(MemberUse.Used::processor).sum();
    }

    private static double sent(List<MemberUse.Used> uses) {
        return uses.stream().mapToLong(MemberUse.Used::sent).sum();
    }

    /** Returns the latencies that were recorded between two moments. */
    private static Histogram latencies(List<MemberUse.Used> before, List<MemberUse.Used> after) {
        Histogram all = new Histogram(3);
        after.forEach(use -> all.add(use.latencies()));
        before.forEach(use -> all.subtract(use.latencies()));
        return all;
    }

    private static void table(List<Line> lines, Path results) throws IOException {
        Table table = new Table(
                String.format(
                        Locale.ROOT,
                        "Counts of %,d keys, %d windows per second, by members in network namespaces",
                        CountByKey.KEYS,
                        CountByKey.WINDOWS),
                "All members share this machine's cores, so the table shows costs per event and no speed-up. Bytes are"
                        + " all that leave the members, with the headers of packets and Hazelcast's own messages.",
                List.of(
                        "members",
                        "events per second, each",
                        "ns of CPU per event",
                        "bytes per event",
                        "bytes per second, each",
                        "latency of a result, median",
                        "99.99 %"));
        for (Line line : lines) {
            table.row(List.of(
                    "" + line.members,
                    String.format(Locale.ROOT, "%,.0f", line.rate),
                    String.format(Locale.ROOT, "%.1f", line.nanosAnEvent),
                    String.format(Locale.ROOT, "%.4f", line.bytesAnEvent),
                    String.format(Locale.ROOT, "%,.0f", line.bytesAMember),
                    line.latencies.getValueAtPercentile(50) + " ms",
                    line.latencies.getValueAtPercentile(99.99) + " ms"));
            new Statement(
                            String.format(
                                    Locale.ROOT,
                                    "latency of results, %d %s, %,.0f events/s each",
                                    line.members,
                                    line.members == 1 ? "member" : "members",
                                    line.rate),
                            "Hazelcast Jet, a thousand million events/s on 45 nodes: 99 % within 26 ms",
                            "99 % within " + line.latencies.getValueAtPercentile(99) + " ms",
                            "members share the cores of one machine")
                    .write(results, "scale-" + line.members + "-" + (long) line.rate);
        }
        Findings.write(results, "scale", table);
    }
}
