package org.speedwell.bench.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.streaming.kafka.Broker;

/** A comparison of jobs from and to Kafka topics with loops of Kafka's own clients, on a local broker. */
public final class KafkaComparison {
    private final Broker broker;
    private final Numbers numbers;
    private final Path folder;
    private int outputs;

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
        Map<KafkaContender, List<CoreMeter.Run>> runs = new EnumMap<>(KafkaContender.class);
        try (Broker broker = new Broker(folder, List.of("-Xmx1g"))) {
            KafkaComparison comparison = new KafkaComparison(broker, records, folder);
            comparison.numbers.write();
            for (int round = 0; round < rounds; round++) {
                for (KafkaContender contender : KafkaContender.values()) {
                    runs.computeIfAbsent(contender, each -> new ArrayList<>()).add(comparison.measure(contender));
                }
            }
        } finally {
            CoreMeter.delete(folder);
        }
        Findings.write(results, "kafka", table(records, rounds, runs));
    }

    private CoreMeter.Run measure(KafkaContender contender) throws Exception {
        String to = "out-" + outputs++;
        if (contender.isWriting()) {
            broker.create(to, 1, Map.of());
        }
        CoreMeter.Run run = CoreMeter.measure(numbers.count(), () -> run(contender, to));
        if (contender.isWriting()) {
            numbers.check(to, 1);
            broker.delete(to);
        }
        run.print(contender.title(), "records");
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

    private static Table table(long records, int rounds, Map<KafkaContender, List<CoreMeter.Run>> runs) {
        return CoreMeter.table(
                String.format(Locale.ROOT, "Kafka: %,d records of 100 bytes in four partitions", records),
                "Medians of " + rounds + " rounds. The broker has a process of its own on the same machine.",
                "records",
                runs,
                KafkaContender::title);
    }
}
