package org.speedwell.accelerator.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.debezium.Shop.Account;
import org.speedwell.accelerator.debezium.Shop.Booking;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.schema.Database;
import org.speedwell.streaming.kafka.Broker;

/** Follows MySQL by the topics of Debezium itself. Debezium's connector for MySQL does not read MariaDB. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class RealDebeziumTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_130L);
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void changesStatementsAndCascadesEqualTheDatabase() throws Exception {
        Database database = Database.forTests();
        assumeFalse(database.isMariaDb(), "Debezium's connector for MySQL does not read MariaDB.");
        SplittableRandom random = new SplittableRandom(SEED);
        try (Shop shop = new Shop(database, "speedwell_test_debezium");
                Connector _ = new Connector(shop, "real")) {
            shop.change(random, 20);
            try (MemoryStore memory = shop.memory()
                    .follow(FollowConfiguration.builder()
                            .changesFrom(DebeziumTopics.builder(
                                            Map.of(
                                                    "bootstrap.servers",
                                                    Broker.shared().address()),
                                            "real")
                                    .missingTopics()
                                    .harmlessGaps()
                                    .build())
                            .build())
                    .open()) {
                for (int i = 0; i < 5; i++) {
                    shop.change(random, 100);
                    assertCurrent(memory);
                }
                shop.execute("ANALYZE TABLE types");
                shop.change(random, 1);
                assertCurrent(memory);
                assertThat(memory.followStatus().orElseThrow().reloads()).isZero();
                shop.execute("DELETE FROM booking", "DELETE FROM account");
                shop.execute("INSERT INTO account VALUES (1, 0), (2, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
                assertCurrent(memory);
                assertThat(memory.followStatus().orElseThrow().reloads()).isZero();
                shop.execute("TRUNCATE TABLE booking", "INSERT INTO account VALUES (3, 0)");
                assertCurrent(memory);
                assertThat(memory.followStatus().orElseThrow().reloads())
                        .as("only the truncated table")
                        .isEqualTo(1);
                assertThat(memory.stream(Booking.class).count()).isZero();
                shop.execute("INSERT INTO booking VALUES (1, 1, 0), (2, 2, 0)", "DELETE FROM account WHERE id = 1");
                assertCurrent(memory);
                shop.execute("SET foreign_key_checks = 0", "DELETE FROM account WHERE id = 2");
                assertCurrent(memory);
                shop.execute("ALTER TABLE types MODIFY text VARCHAR(400)", "ALTER TABLE types ADD COLUMN another INT");
                shop.execute("ALTER TABLE types DROP COLUMN another");
                shop.change(random, 50);
                assertCurrent(memory);
            }
        }
    }

    @Test
    void distributedTransactionsEqualTheDatabase() throws Exception {
        Database database = Database.forTests();
        assumeFalse(database.isMariaDb(), "Debezium's connector for MySQL does not read MariaDB.");
        try (Shop shop = new Shop(database, "speedwell_test_debezium_xa");
                Connector _ = new Connector(shop, "xa");
                MemoryStore memory = shop.memory()
                        .follow(FollowConfiguration.builder()
                                .changesFrom(DebeziumTopics.builder(
                                                Map.of(
                                                        "bootstrap.servers",
                                                        Broker.shared().address()),
                                                "xa")
                                        .missingTopics()
                                        .build())
                                .build())
                        .open()) {
            shop.execute(
                    "XA START 'one'",
                    "INSERT INTO account VALUES (1, 0)",
                    "XA END 'one'",
                    "XA PREPARE 'one'",
                    "XA COMMIT 'one'",
                    "INSERT INTO account VALUES (2, 0)");
            assertCurrent(memory);
            assertThat(memory.stream(Account.class).count()).isEqualTo(2);
            shop.execute(
                    "XA START 'two'",
                    "INSERT INTO account VALUES (3, 0)",
                    "XA END 'two'",
                    "XA PREPARE 'two'",
                    "XA ROLLBACK 'two'",
                    "INSERT INTO account VALUES (4, 0)");
            assertCurrent(memory);
            assertThat(memory.stream(Account.class).count()).isEqualTo(3);
        }
    }

    private static void assertCurrent(MemoryStore memory) throws InterruptedException {
        assertThat(memory.await(LONG)).as("%s", memory.followStatus()).isTrue();
        assertThat(memory.verify().differences()).isEmpty();
    }

    /** Debezium's engine, which writes to Kafka as Kafka Connect does. */
    private static final class Connector implements AutoCloseable {
        private final KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", Broker.shared().address()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        private final Set<String> topics = new HashSet<>();
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final DebeziumEngine<ChangeEvent<String, String>> engine;

        Connector(Shop shop, String prefix) throws Exception {
            Database database = shop.database();
            BinlogAddress address = BinlogAddress.of(database.url(shop.schema()), database.user(), database::password)
                    .getFirst();
            Properties settings = new Properties();
            settings.putAll(Map.of(
                    "name", prefix,
                    "connector.class", "io.debezium.connector.mysql.MySqlConnector",
                    "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore",
                    "offset.flush.interval.ms", "1000",
                    "schema.history.internal", "io.debezium.relational.history.MemorySchemaHistory"));
            settings.putAll(Map.of(
                    "database.hostname", address.host(),
                    "database.port", Integer.toString(address.port()),
                    "database.user", database.user(),
                    "database.password", database.password(),
                    "database.server.id", "4000399",
                    "database.include.list", shop.schema(),
                    "driver.allowPublicKeyRetrieval", "true",
                    "topic.prefix", prefix));
            settings.putAll(Map.of(
                    "snapshot.mode", "no_data",
                    "snapshot.locking.mode", "none",
                    "provide.transaction.metadata", "true",
                    "skipped.operations", "none",
                    "include.schema.changes", "true"));
            create(prefix + ".transaction");
            CountDownLatch streaming = new CountDownLatch(1);
            engine = DebeziumEngine.create(Json.class)
                    .using(settings)
                    .using((success, message, error) -> end.complete(message + " " + error))
                    .using(new DebeziumEngine.ConnectorCallback() {
                        @Override
                        public void pollingStarted() {
                            streaming.countDown();
                        }
                    })
                    .notifying(this::write)
                    .build();
            thread.execute(engine);
            assertThat(streaming.await(1, TimeUnit.MINUTES)).isTrue();
        }

        private void create(String topic) throws Exception {
            if (topics.add(topic)) {
                Broker.shared().create(topic, 1, Map.of());
            }
        }

        private void write(
                List<ChangeEvent<String, String>> events,
                DebeziumEngine.RecordCommitter<ChangeEvent<String, String>> committer)
                throws InterruptedException {
            for (ChangeEvent<String, String> event : events) {
                try {
                    create(event.destination());
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                producer.send(new ProducerRecord<>(event.destination(), bytes(event.key()), bytes(event.value())));
                committer.markProcessed(event);
            }
            producer.flush();
            committer.markBatchFinished();
        }

        private static byte @Nullable [] bytes(@Nullable String text) {
            return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws Exception {
            engine.close();
            thread.shutdown();
            assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            producer.close();
        }
    }
}
