package org.speedwell.bench.kafka;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.streaming.kafka.Broker;

/** A comparison of jobs from and to Kafka topics with loops of Kafka's own clients, on a local broker. */
public final class KafkaComparison {
    private static final double NANOS = 1e9;

    private final Broker broker;
    private final Numbers numbers;
    private final Path folder;
    private int outputs;

    /** The figures of one run of a contender. */
    private record Run(double perSecond, double perCore) {}

    private KafkaComparison(Broker broker, long records, Path folder) {
        this.broker = broker;
        this.numbers = new Numbers(broker, records);
        this.folder = folder;
    }

    /**
     * Measures all contenders in turn, and writes a table of the medians. Checks the records that each has read or
     * written.
     */
    public static void run(long records, int rounds, Path results) throws Exception {
        Path folder = Files.createTempDirectory("speedwell-kafka");
        Map<KafkaContender, List<Run>> runs = new EnumMap<>(KafkaContender.class);
        try (Broker broker = new Broker(folder, List.of("-Xmx1g"))) {
            KafkaComparison comparison = new KafkaComparison(broker, records, folder);
            comparison.numbers.write();
            for (int round = 0; round < rounds; round++) {
                for (KafkaContender contender : KafkaContender.values()) {
                    runs.computeIfAbsent(contender, each -> new ArrayList<>()).add(comparison.measure(contender));
                }
            }
        } finally {
            delete(folder);
        }
        Findings.write(results, "kafka", table(records, rounds, runs));
    }

    private Run measure(KafkaContender contender) throws Exception {
        String to = "out-" + outputs++;
        if (contender.isWriting()) {
            broker.create(to, 1, Map.of());
        }
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long begin = System.nanoTime();
        long processor = system.getProcessCpuTime();
        run(contender, to);
        double seconds = (System.nanoTime() - begin) / NANOS;
        double busy = (system.getProcessCpuTime() - processor) / NANOS;
        if (contender.isWriting()) {
            numbers.check(to, 1);
            broker.delete(to);
        }
        Run run = new Run(numbers.count() / seconds, numbers.count() / busy);
        System.out.printf(
                Locale.ROOT,
                "%-65s %,10.0f records/s, %,10.0f per second of a core%n",
                contender.title(),
                run.perSecond,
                run.perCore);
        return run;
    }

    private void run(KafkaContender contender, String to) throws Exception {
        PlainClients clients = new PlainClients(numbers);
        KafkaJobs jobs = new KafkaJobs(numbers);
        switch (contender) {
            case CONSUMER -> clients.read();
            case COUNT -> jobs.count();
            case WINDOWS -> jobs.windows();
            case PLAIN_COPY -> clients.copy(to);
            case COPY -> jobs.copy(to);
            case PLAIN_TRANSACTIONS -> clients.copyInTransactions(to);
            case TRANSACTIONS -> jobs.copyExactlyOnce(to, folder.resolve("checkpoints-" + to));
        }
    }

    private static Table table(long records, int rounds, Map<KafkaContender, List<Run>> runs) {
        Table table = new Table(
                String.format(Locale.ROOT, "Kafka: %,d records of 100 bytes in four partitions", records),
                "Medians of " + rounds + " rounds. The broker has a process of its own on the same machine. The last"
                        + " column divides by the processor time of the contender's process.",
                List.of("", "records a second", "records a second of a core"));
        runs.forEach((contender, all) -> table.row(List.of(
                contender.title(),
                String.format(Locale.ROOT, "%,.0f", median(all, Comparator.comparing(Run::perSecond)).perSecond),
                String.format(Locale.ROOT, "%,.0f", median(all, Comparator.comparing(Run::perCore)).perCore))));
        return table;
    }

    private static Run median(List<Run> runs, Comparator<Run> order) {
        return runs.stream().sorted(order).toList().get(runs.size() / 2);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
