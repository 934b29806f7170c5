package org.speedwell.accelerator.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.debezium.Shop.Account;
import org.speedwell.accelerator.debezium.Shop.Booking;
import org.speedwell.accelerator.debezium.Shop.Types;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.schema.Database;
import org.speedwell.streaming.kafka.Broker;

/** Follows a database by topics that a connector writes, and compares memory with the database. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class DebeziumTopicsTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_130L);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final String prefix = "shop" + PREFIXES.incrementAndGet();
    private Shop shop;
    private TestConnector connector;

    @BeforeEach
    void create() throws Exception {
        shop = new Shop(Database.forTests(), "speedwell_test_" + prefix);
        connector = new TestConnector(Broker.shared(), shop.database(), shop.schema(), prefix, 3);
        connector.createTopics("types", "account", "booking");
    }

    @AfterEach
    void drop() throws Exception {
        connector.close();
        shop.close();
        assertThat(connector.failure()).isNull();
    }

    private static Map<String, Object> client() {
        return Map.of("bootstrap.servers", Broker.shared().address());
    }

    private FollowConfiguration topics(UnaryOperator<DebeziumTopics.Builder> settings) {
        return FollowConfiguration.builder()
                .changesFrom(
                        settings.apply(DebeziumTopics.builder(client(), prefix).statementWait(Duration.ofMillis(500)))
                                .build())
                .build();
    }

    private MemoryStore open(UnaryOperator<DebeziumTopics.Builder> settings) {
        return shop.memory().follow(topics(settings)).open();
    }

    private static void assertCurrent(MemoryStore memory) throws InterruptedException {
        assertThat(memory.await(LONG)).as("%s", memory.followStatus()).isTrue();
        assertThat(memory.verify().differences()).isEmpty();
    }

    private static long reloads(MemoryStore memory) {
        return memory.followStatus().orElseThrow().reloads();
    }

    @Test
    void randomChangesOfAllTypesEqualTheDatabase() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        shop.change(random, 50);
        try (MemoryStore memory = open(topics -> topics)) {
            for (int i = 0; i < 5; i++) {
                shop.change(random, 100);
                assertCurrent(memory);
            }
            assertThat(reloads(memory)).isZero();
            assertThat(memory.stream(Types.class).count()).isPositive();
            assertThat(memory.followStatus().orElseThrow().transactions()).isGreaterThan(400);
        }
    }

    @Test
    void versionsContainWholeTransactions() throws Exception {
        shop.execute("INSERT INTO account VALUES (1, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
        try (MemoryStore memory = open(topics -> topics)) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                try (var connection = shop.database().connect(shop.schema());
                        var statement = connection.createStatement()) {
                    connection.setAutoCommit(false);
                    for (int i = 0; i < 500; i++) {
                        statement.execute("UPDATE account SET balance = balance + 1");
                        statement.execute("UPDATE booking SET amount = amount - 1");
                        connection.commit();
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            AtomicLong versions = new AtomicLong();
            while (!writer.isDone()
                    || memory.stream(Account.class).findFirst().orElseThrow().balance() < 500) {
                SnapshotView view = memory.snapshot();
                long balance =
                        view.stream(Account.class).findFirst().orElseThrow().balance();
                long amount =
                        view.stream(Booking.class).findFirst().orElseThrow().amount();
                assertThat(balance + amount).isZero();
                versions.accumulateAndGet(view.version(), Math::max);
            }
            writer.join();
            assertThat(versions.get()).isGreaterThan(2);
            assertCurrent(memory);
        }
    }

    @Test
    void changesDuringTheLoadAreNotMissed() throws Exception {
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            try {
                shop.change(new SplittableRandom(SEED + 1), 400);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        try (MemoryStore memory = open(topics -> topics)) {
            writer.join();
            assertCurrent(memory);
        }
    }

    @Test
    void statementsComeInTheirPlace() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED + 2);
        try (MemoryStore memory = open(topics -> topics)) {
            shop.change(random, 30);
            assertThat(memory.await(LONG)).isTrue();
            for (String statement : new String[] {
                "ALTER TABLE types MODIFY text VARCHAR(400)",
                "ALTER TABLE types ADD COLUMN another INT DEFAULT 7",
                "ALTER TABLE types DROP COLUMN another",
                "ALTER TABLE types MODIFY color ENUM('blue', 'red', 'green', 'light blue')",
                "ALTER TABLE types MODIFY latin VARCHAR(50) CHARACTER SET utf8mb4",
                "TRUNCATE TABLE booking",
                "RENAME TABLE types TO types_2, types_2 TO types",
                "ALTER TABLE types MODIFY medium BIGINT",
            }) {
                try {
                    shop.execute(statement);
                } catch (java.sql.SQLException e) {
                    throw new IllegalStateException(statement, e);
                }
                if (!statement.contains("ADD")) {
                    shop.change(random, 20);
                }
                if (statement.contains("BIGINT")) {
                    shop.execute("ALTER TABLE types MODIFY medium MEDIUMINT");
                }
                assertThat(memory.await(LONG))
                        .as("%s: %s", statement, memory.followStatus())
                        .isTrue();
                assertThat(memory.verify().differences()).as(statement).isEmpty();
            }
        }
    }

    @Test
    void missingStatementsReloadTheTables() throws Exception {
        connector.writesStatements = false;
        shop.execute("INSERT INTO account VALUES (1, 0), (2, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
        try (MemoryStore memory = open(topics -> topics)) {
            shop.execute("TRUNCATE TABLE booking", "INSERT INTO account VALUES (3, 0)");
            assertCurrent(memory);
            assertThat(reloads(memory)).isPositive();
            assertThat(memory.stream(Booking.class).count()).isZero();
        }
    }

    @Test
    void harmlessGapsDoNotReload() throws Exception {
        connector.writesStatements = false;
        try (MemoryStore memory = open(DebeziumTopics.Builder::harmlessGaps)) {
            shop.execute("ANALYZE TABLE account", "INSERT INTO account VALUES (3, 0)");
            shop.execute("CREATE VIEW v AS SELECT 1", "DROP VIEW v", "INSERT INTO account VALUES (4, 0)");
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
        }
    }

    @Test
    void truncatesAreAppliedBeforeOtherChangesOfTheirTable() throws Exception {
        for (UnaryOperator<DebeziumTopics.Builder> settings : List.<UnaryOperator<DebeziumTopics.Builder>>of(
                topics -> topics, DebeziumTopics.Builder::harmlessGaps)) {
            shop.execute("REPLACE INTO account VALUES (1, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
            try (MemoryStore memory = open(settings)) {
                shop.execute("TRUNCATE TABLE booking", "UPDATE account SET balance = balance + 1");
                assertCurrent(memory);
                assertThat(memory.stream(Booking.class).count()).isZero();
            }
        }
    }

    @Test
    void truncatesAreAppliedWithoutLaterTransactions() throws Exception {
        shop.execute("INSERT INTO account VALUES (1, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
        try (MemoryStore memory = open(topics -> topics)) {
            shop.execute("TRUNCATE TABLE booking");
            assertCurrent(memory);
            assertThat(memory.stream(Booking.class).count()).isZero();
        }
    }

    @Test
    void deletedTransactionsAreNoHarmlessGap(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("shop");
        try (MemoryStore memory = open(DebeziumTopics.Builder::harmlessGaps)) {
            shop.execute("INSERT INTO account VALUES (1, 0)");
            assertCurrent(memory);
            memory.save(file);
        }
        shop.execute("INSERT INTO account VALUES (2, 0)");
        connector.catchUp();
        TopicPartition transactions = new TopicPartition(prefix + ".transaction", 0);
        try (Admin admin = Admin.create(client())) {
            admin.deleteRecords(Map.of(transactions, RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get();
        }
        shop.execute("INSERT INTO booking VALUES (1, 1, 0)");
        connector.catchUp();
        try (MemoryStore memory = shop.memory()
                .follow(topics(DebeziumTopics.Builder::harmlessGaps))
                .open(file, OpenMode.TRUSTED)) {
            assertCurrent(memory);
            assertThat(memory.stream(Account.class).count()).isEqualTo(2);
        }
    }

    @Test
    void cascadesEqualTheDatabaseUnderBothSettings() throws Exception {
        shop.execute(
                "INSERT INTO account VALUES (1, 0), (2, 0), (3, 0)",
                "INSERT INTO booking VALUES (1, 1, 0), (2, 2, 0), (3, 2, 0)");
        try (MemoryStore memory = open(topics -> topics)) {
            shop.execute("DELETE FROM account WHERE id = 3"); // nothing references it
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
            shop.execute("DELETE FROM account WHERE id = 1");
            assertCurrent(memory);
            assertThat(memory.stream(Booking.class).count()).isEqualTo(2);
            shop.execute("SET foreign_key_checks = 0", "DELETE FROM account WHERE id = 2");
            assertCurrent(memory);
            assertThat(memory.stream(Booking.class).count()).isEqualTo(2);
        }
    }

    @Test
    void aConnectorThatFallsBehindIsVisibleAndCatchesUp() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED + 3);
        try (MemoryStore memory = open(topics -> topics)) {
            shop.change(random, 50);
            assertCurrent(memory);
            connector.pause();
            shop.change(random, 50);
            assertThat(memory.await(Duration.ofMillis(500))).isFalse();
            await().atMost(LONG)
                    .until(() -> memory.followStatus().orElseThrow().phase() == FollowStatus.Phase.DISCONNECTED);
            assertThat(memory.age()).isGreaterThan(Duration.ofMillis(500));
            connector = connector.resumed();
            assertCurrent(memory);
            assertThat(memory.followStatus().orElseThrow().phase()).isEqualTo(FollowStatus.Phase.FOLLOWING);
            assertThat(reloads(memory)).isZero();
        }
    }

    @Test
    void lostRowsReloadTheTables() throws Exception {
        try (MemoryStore memory = open(topics -> topics)) {
            AtomicInteger count = new AtomicInteger();
            connector.rows = row -> count.incrementAndGet() == 2 ? null : row;
            shop.execute("INSERT INTO account VALUES (1, 0), (2, 0), (3, 0)");
            assertThat(memory.await(LONG)).isTrue();
            assertCurrent(memory);
            assertThat(reloads(memory)).isEqualTo(1);
        }
    }

    @Test
    void rowsWithoutATransactionReloadTheTablesOnce() throws Exception {
        try (MemoryStore memory = open(topics -> topics)) {
            connector.rows = row -> row.remove("transaction") == null ? null : row;
            shop.execute("INSERT INTO account VALUES (1, 0)");
            assertCurrent(memory);
            connector.rows = row -> row;
            shop.execute("INSERT INTO account VALUES (2, 0)"); // the topic is read from an earlier time on
            assertCurrent(memory);
            assertThat(reloads(memory)).isEqualTo(1);
        }
    }

    @Test
    void databaseThatLacksAppliedTransactionsProvesNothing() throws Exception {
        try (MemoryStore memory = open(topics -> topics)) {
            shop.execute("INSERT INTO account VALUES (1, 0)");
            assertCurrent(memory);
            var last = LogOrder.last(memory.position().orElseThrow().gtids())
                    .entrySet()
                    .iterator()
                    .next();
            connector.writeEnd(last.getKey()
                    + (shop.database().isMariaDb() ? "-1-" : ":")
                    + (last.getValue() + 1)); // as before a reset
            await().atMost(LONG)
                    .until(() -> memory.followStatus().orElseThrow().phase() == FollowStatus.Phase.DISCONNECTED);
        }
    }

    @Test
    void rowsThatDoNotFitReloadTheTables() throws Exception {
        try (MemoryStore memory = open(topics -> topics)) {
            connector.rows = row -> {
                if (row.path("after").isObject()) {
                    ((tools.jackson.databind.node.ObjectNode) row.path("after")).put("id", 1L << 40);
                }
                return row;
            };
            shop.execute("INSERT INTO account VALUES (1, 0)");
            await().atMost(LONG).until(() -> reloads(memory) > 0);
            connector.rows = row -> row;
            assertCurrent(memory);
        }
    }

    @Test
    void recordsWithoutSchemasNameTheSetting() throws Exception {
        connector.writesSchemas = false;
        try (MemoryStore memory = open(topics -> topics)) {
            shop.execute("INSERT INTO account VALUES (1, 0)");
            await().atMost(LONG)
                    .until(() -> memory.followStatus().orElseThrow().toString().contains("schemas.enable=true"));
        }
    }

    @Test
    void newTopicsAndTablesAreFound() throws Exception {
        TestConnector other = new TestConnector(Broker.shared(), shop.database(), shop.schema(), prefix + "x", 2);
        try (MemoryStore memory = shop.memory()
                .follow(FollowConfiguration.builder()
                        .changesFrom(DebeziumTopics.builder(client(), prefix + "x")
                                .missingTopics()
                                .build())
                        .build())
                .open()) {
            shop.execute("INSERT INTO account VALUES (1, 0)", "INSERT INTO booking VALUES (1, 1, 0)");
            assertCurrent(memory);
            assertThat(memory.stream(Booking.class).count()).isEqualTo(1);
            assertThat(reloads(memory)).isZero();
        } finally {
            other.close();
        }
    }

    @Test
    void missingTopicsAreNamed() {
        assertThatThrownBy(() -> shop.memory()
                        .follow(FollowConfiguration.builder()
                                .changesFrom(DebeziumTopics.of(client(), "unknown"))
                                .build())
                        .open())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Kafka has no topic unknown.transaction")
                .hasMessageContaining("provide.transaction.metadata=true");
        assertThatThrownBy(() -> open(topics -> topics.tableTopics((schema, table) -> table)))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("Kafka has no topics account, booking, types")
                .hasMessageContaining("table.include.list");
    }

    @Test
    void aFileContinuesWithTheTopics(@TempDir Path folder) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED + 4);
        shop.change(random, 50);
        Path file = folder.resolve("shop");
        try (MemoryStore memory = open(topics -> topics)) {
            shop.change(random, 50);
            assertCurrent(memory);
            memory.save(file);
        }
        shop.change(random, 50);
        try (MemoryStore memory = shop.memory().follow(topics(topics -> topics)).open(file, OpenMode.TRUSTED)) {
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
            memory.save(file);
        }
        shop.change(random, 50);
        try (MemoryStore memory = shop.memory().follow().open(file, OpenMode.TRUSTED)) { // by the binlog
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
        }
    }

    @Test
    void changesComeFromTheTopics() throws Exception {
        try (MemoryStore memory = open(topics -> topics);
                ChangeStream changes = memory.changes(Set.of(Account.class))) {
            shop.execute("INSERT INTO account VALUES (1, 5)", "UPDATE account SET balance = 6");
            ChangeSet inserted = changes.poll(LONG).orElseThrow();
            assertThat(inserted.changes(Account.class).map(RowChange::row)).containsExactly(new Account(1, 5));
            ChangeSet updated = changes.poll(LONG).orElseThrow();
            assertThat(updated.changes(Account.class).map(RowChange::row)).containsExactly(new Account(1, 6));
        }
    }

    @Test
    void aBrokerThatRestartsLosesNothing() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED + 5);
        try (MemoryStore memory = open(topics -> topics)) {
            shop.change(random, 50);
            assertCurrent(memory);
            Broker.shared().kill();
            shop.change(random, 50);
            Broker.shared().start();
            shop.change(random, 50);
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
        }
    }

    @Test
    void largeTransactionsReloadTheTables() throws Exception {
        shop.execute("INSERT INTO account VALUES (1, 0)");
        try (MemoryStore memory = open(topics -> topics.maxTransaction(20_000))) {
            String rows =
                    IntStream.range(2, 500).mapToObj(i -> "(" + i + ", 0)").collect(Collectors.joining(", "));
            for (int i = 0; i < 20; i++) { // together they exceed the limit, but not alone
                shop.execute("UPDATE account SET balance = balance + 1");
            }
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
            shop.execute("INSERT INTO account VALUES " + rows, "UPDATE account SET balance = 7");
            assertCurrent(memory);
            assertThat(reloads(memory)).isPositive();
        }
    }

    @Test
    void aSharedTopicIsReadBeyondTheLimit() throws Exception {
        connector.sharesTopic = true;
        try (MemoryStore memory =
                open(topics -> topics.maxTransaction(2_000).tableTopics((schema, table) -> prefix + ".transaction"))) {
            String rows =
                    IntStream.range(0, 100).mapToObj(i -> "(" + i + ", 0)").collect(Collectors.joining(", "));
            shop.execute("INSERT INTO account VALUES " + rows);
            assertCurrent(memory);
            long reloads = reloads(memory);
            assertThat(reloads).isPositive();
            shop.execute("UPDATE account SET balance = 7 WHERE id = 1");
            assertCurrent(memory);
            assertThat(reloads(memory)).isEqualTo(reloads);
        }
    }

    @Test
    void aBacklogBeyondTheLimitIsReadInTurn() throws Exception {
        shop.execute("INSERT INTO account VALUES (1, 0)", "INSERT INTO booking VALUES (1, 1, 0), (2, 1, 0)");
        try (MemoryStore memory = open(topics -> topics.maxTransaction(2_000))) {
            connector.pause();
            for (int i = 0; i < 300; i++) {
                shop.execute(i % 2 == 0 ? "UPDATE account SET balance = " + i : "UPDATE booking SET amount = " + i);
            }
            connector = connector.resumed();
            assertCurrent(memory);
            assertThat(reloads(memory)).isZero();
        }
    }

    @Test
    void aBrokerWithoutAnswerIsAnUnreachableSource() {
        MemoryStore memory = shop.memory()
                .follow(FollowConfiguration.builder()
                        .changesFrom(DebeziumTopics.of(
                                Map.of("bootstrap.servers", "localhost:1", "default.api.timeout.ms", 1_000), prefix))
                        .build())
                .open();
        try (memory) {
            assertThat(memory.followStatus().orElseThrow().phase()).isEqualTo(FollowStatus.Phase.DISCONNECTED);
            assertThat(memory.stream(Account.class).count()).isZero();
        }
    }
}
