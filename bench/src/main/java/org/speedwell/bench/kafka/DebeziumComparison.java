package org.speedwell.bench.kafka;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.debezium.DebeziumTopics;
import org.speedwell.accelerator.debezium.TestConnector;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.bench.BenchDatabase;
import org.speedwell.bench.BenchFolders;
import org.speedwell.bench.Contender;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.schema.Database;
import org.speedwell.streaming.kafka.Broker;
import tools.jackson.databind.json.JsonMapper;

/**
 * A comparison of two ways to catch up with a database, its binlog and Debezium's topics, and of a bare consumer that
 * only reads and parses the topics. A connector of the project writes the topics before the measurement.
 */
public final class DebeziumComparison {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int ROWS_IN_TRANSACTION = 25;
    private static final int PAYMENTS = 16_000;
    private static final int PARTITIONS = 4;
    private static final String PREFIX = "bench";

    private final Broker broker;
    private final Database database;
    private final String schema;
    private final DataStoreComponent store;
    private final PaymentManager payments;
    private final Path snapshot;
    private final int changes;

    /** The bytes of the events of all changes. */
    private long bytes;

    /** A way to read the changes. */
    private enum Way {
        BINLOG("memory, from the binlog"),
        TOPICS("memory, from Debezium's topics"),
        CONSUMER("a bare KafkaConsumer that parses the topics with Jackson");

        private final String title;

        Way(String title) {
            this.title = title;
        }
    }

    private DebeziumComparison(
            Broker broker, Database database, String schema, Speedment app, Path snapshot, int changes) {
        this.broker = broker;
        this.database = database;
        this.schema = schema;
        this.store = app.getOrThrow(DataStoreComponent.class);
        this.payments = app.getOrThrow(PaymentManager.class);
        this.snapshot = snapshot;
        this.changes = changes;
    }

    /** Measures all ways in turn, and writes a table of the medians. Checks the rows in memory after each. */
    public static void run(int changes, int rounds, Path results) throws Exception {
        Path folder = Files.createTempDirectory("speedwell-debezium");
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"));
                Broker broker = new Broker(folder, List.of("-Xmx1g"))) {
            String schema = Contender.schema(database, 1);
            Speedment app = Contender.memory.start(database, 1);
            try (TestConnector connector = new TestConnector(broker, database, schema, PREFIX, PARTITIONS)) {
                connector.createTopics("payment");
                DebeziumComparison comparison = new DebeziumComparison(
                        broker, database, schema, app, folder.resolve("before.snapshot"), changes);
                comparison.change();
                connector.catchUp();
                Findings.write(results, "debezium", comparison.table(rounds, comparison.measure(rounds)));
            } finally {
                app.stop();
            }
        } finally {
            CoreMeter.delete(folder);
        }
    }

    /** Saves the rows in a file, and changes them in the database. */
    private void change() throws SQLException, InterruptedException {
        store.follow();
        await();
        store.save(snapshot);
        store.stopFollowing();
        try (Connection connection = database.connect(schema);
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE payment SET amount = amount + 0.01 WHERE payment_id BETWEEN ? AND ?")) {
            for (int changed = 0; changed < changes; changed += ROWS_IN_TRANSACTION) {
                int first = 1 + changed % PAYMENTS;
                update.setInt(1, first);
                update.setInt(2, first + ROWS_IN_TRANSACTION - 1);
                update.executeUpdate();
            }
        }
    }

    private Map<Way, List<CoreMeter.Run>> measure(int rounds) throws Exception {
        Map<Way, List<CoreMeter.Run>> runs = new EnumMap<>(Way.class);
        for (int round = 0; round < rounds; round++) {
            for (Way way : Way.values()) {
                CoreMeter.Run run = CoreMeter.measure(changes, () -> read(way));
                run.print(way.title, "changes");
                runs.computeIfAbsent(way, _ -> new ArrayList<>()).add(run);
                if (way != Way.CONSUMER) {
                    check();
                    store.stopFollowing();
                }
            }
        }
        return runs;
    }

    private void read(Way way) throws InterruptedException {
        switch (way) {
            case BINLOG -> follow(FollowConfiguration.builder().build());
            case TOPICS ->
                follow(FollowConfiguration.builder()
                        .changesFrom(DebeziumTopics.builder(Map.of("bootstrap.servers", broker.address()), PREFIX)
                                .missingTopics()
                                .harmlessGaps()
                                .build())
                        .build());
            case CONSUMER -> parse();
        }
    }

    private void follow(FollowConfiguration how) throws InterruptedException {
        store.open(snapshot);
        store.follow(how);
        await();
    }

    private void await() throws InterruptedException {
        if (!store.await(LONG)) {
            throw new IllegalStateException("Memory did not catch up: " + store.followStatus());
        }
    }

    /** Reads the rows as a program without Speedwell would. */
    private void parse() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.address(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            String topic = PREFIX + "." + schema + ".payment";
            consumer.assign(consumer.partitionsFor(topic).stream()
                    .map(each -> new TopicPartition(topic, each.partition()))
                    .toList());
            bytes = 0;
            for (int left = changes; left > 0; ) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    if (JsonMapper.shared()
                            .readTree(record.value())
                            .path("payload")
                            .path("after")
                            .isObject()) {
                        left--;
                        bytes += record.value().length;
                    }
                }
            }
        }
    }

    /** Compares a sum from memory with that of SQL. */
    private void check() throws SQLException {
        long inMemory = payments.stream()
                .mapToLong(payment -> payment.getAmount().unscaledValue().longValue())
                .sum();
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT SUM(amount) * 100 FROM payment")) {
            row.next();
            if (row.getLong(1) != inMemory || store.followStatus().orElseThrow().reloads() > 0) {
                throw new IllegalStateException("The sum is %d in memory and %s in the database; %s"
                        .formatted(inMemory, row.getString(1), store.followStatus()));
            }
        }
    }

    private Table table(int rounds, Map<Way, List<CoreMeter.Run>> runs) {
        return CoreMeter.table(
                String.format(Locale.ROOT, "Debezium: catching up with %,d changed rows", changes),
                String.format(
                        Locale.ROOT,
                        "Medians of %d rounds. Transactions have %d rows, and an event has %,d bytes. %s and the broker"
                                + " have processes of their own on the same machine.",
                        rounds,
                        ROWS_IN_TRANSACTION,
                        bytes / changes,
                        database.version()),
                "changes",
                runs,
                way -> way.title);
    }
}
