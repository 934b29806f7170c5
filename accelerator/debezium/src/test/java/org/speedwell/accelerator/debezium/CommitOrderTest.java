package org.speedwell.accelerator.debezium;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.model.Position;

/** Delivers random histories over independent topics, and compares the entries with the history. */
@Tag("unit")
class CommitOrderTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_130L);
    private static final String SERVER = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String OTHER = "4e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final List<String> TABLES = List.of("shop.a", "shop.b", "shop.unfollowed");
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private long now;

    /** The ways in which servers write ids. */
    enum Ids {
        MYSQL(SERVER + ":1-5," + OTHER + ":1-2") {
            @Override
            String of(int source, long number) {
                return (source == 0 ? SERVER : OTHER) + ":" + number;
            }
        },
        MARIADB("0-1-5,1-1-2") {
            @Override
            String of(int source, long number) {
                return source + "-" + (number % 3 + 1) + "-" + number;
            }
        };

        private final String begin;

        Ids(String begin) {
            this.begin = begin;
        }

        abstract String of(int source, long number);
    }

    private static CommitOrder order(String gtids, boolean hasHarmlessGaps) throws BinlogException {
        TopicSettings settings = new TopicSettings(
                Map.of(),
                "p",
                "p.transaction",
                "p",
                (schema, table) -> schema + table,
                Duration.ofSeconds(2),
                hasHarmlessGaps,
                false,
                10_000);
        return new CommitOrder(
                settings, new Position("log.1", 4, gtids), (schema, table) -> !table.equals("unfollowed"));
    }

    private static TopicEvent.End end(String gtid, Map<String, Long> counts) {
        return new TopicEvent.End(TransactionId.of(gtid), Instant.EPOCH, counts, 0);
    }

    private static TopicEvent.Statement statement(String gtid, String sql) {
        return new TopicEvent.Statement(TransactionId.of(gtid), Instant.EPOCH, "shop", sql);
    }

    private static TopicEvent.Row row(String gtid, String table, long order) {
        RowFormat format = RowFormat.of(
                "shop",
                table.substring(5),
                List.of(new RowFormat.Column("id", ImageType.LONGLONG, 0, 0, false, RowFormat.BINARY, List.of(), 8)),
                new int[] {0});
        byte[] image = new byte[9];
        for (int i = 0; i < 8; i++) {
            image[1 + i] = (byte) (order >> 8 * i);
        }
        return new TopicEvent.Row(
                TransactionId.of(gtid),
                table,
                order,
                new RowsEvent(format, RowsEvent.Kind.INSERT, RowsEvent.ForeignKeys.UNKNOWN, image, 0),
                Instant.EPOCH);
    }

    private static String text(BinlogEntry entry) {
        return switch (entry) {
            case BinlogEntry.Statement statement -> statement.end().gtid() + " " + statement.sql();
            case BinlogEntry.Heartbeat heartbeat -> "heartbeat " + heartbeat.end();
            case BinlogEntry.Transaction transaction -> {
                StringBuilder rows = new StringBuilder(transaction.end().gtid());
                transaction
                        .rows()
                        .read(event ->
                                rows.append(' ').append(event.format().table()).append(event.bytes()[1] & 0xFF));
                yield rows.toString();
            }
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void independentTopicsYieldTheHistory(int kind) throws Exception {
        for (int trial = 0; trial < 300; trial++) {
            SplittableRandom random = new SplittableRandom(SEED + trial);
            compare(random, Ids.values()[kind], trial);
        }
    }

    private void compare(SplittableRandom random, Ids ids, int trial) throws Exception {
        List<String> history = new ArrayList<>();
        Map<String, Deque<TopicEvent>> topics = new HashMap<>();
        long[] last = {5, 2};
        for (int i = 0; i < 30; i++) {
            int source = random.nextInt(4) == 0 ? 1 : 0;
            String gtid = ids.of(source, ++last[source]);
            boolean isStatement = source == 0 && random.nextInt(8) == 0; // no order to other sources is known
            if (isStatement) {
                TopicEvent.Statement statement = statement(gtid, "ALTER " + i);
                topics.computeIfAbsent("p", _ -> new ArrayDeque<>()).add(statement);
                history.add(gtid + " ALTER " + i);
                continue;
            }
            Map<String, Long> counts = new HashMap<>();
            StringBuilder rows = new StringBuilder(gtid);
            for (int order = 1, all = random.nextInt(6); order <= all; order++) {
                String table = TABLES.get(random.nextInt(3));
                counts.merge(table, 1L, Long::sum);
                if (!table.equals("shop.unfollowed")) {
                    String topic = table + random.nextInt(2); // two partitions
                    topics.computeIfAbsent(topic, _ -> new ArrayDeque<>()).add(row(gtid, table, order));
                    rows.append(' ').append(table.substring(5)).append(order);
                }
            }
            topics.computeIfAbsent("p.transaction", _ -> new ArrayDeque<>()).add(end(gtid, counts));
            history.add(rows.toString());
        }
        CommitOrder order = order(ids.begin, false);
        List<String> found = new ArrayList<>();
        List<TopicEvent> delivered = new ArrayList<>();
        while (!topics.isEmpty()) {
            List<String> names = topics.keySet().stream().sorted().toList();
            String topic = names.get(random.nextInt(names.size()));
            Deque<TopicEvent> events = requireNonNull(topics.get(topic));
            TopicEvent event = events.remove();
            order.add(event, now += 1_000);
            delivered.add(event);
            if (random.nextInt(10) == 0) { // a connector that restarts repeats events
                order.add(delivered.get(random.nextInt(delivered.size())), now);
            }
            if (events.isEmpty()) {
                topics.remove(topic);
            }
            drain(order, found);
        }
        now += SECOND; // after the wait for further parts of a statement
        drain(order, found);
        assertThat(ordered(found)).as("trial %d", trial).isEqualTo(ordered(history));
        assertThat(order.bytes()).isZero();
    }

    /** Returns the entries of the first source in order, and those of the second source in order. */
    private static List<String> ordered(List<String> entries) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            boolean isSecond = i == 1;
            all.addAll(entries.stream()
                    .filter(entry -> (entry.startsWith(OTHER) || entry.startsWith("1-")) == isSecond)
                    .toList());
        }
        return all;
    }

    private void drain(CommitOrder order, List<String> into) throws Exception {
        for (BinlogEntry entry = order.poll(now, _ -> true); entry != null; entry = order.poll(now, _ -> true)) {
            into.add(text(entry));
        }
    }

    private @Nullable BinlogEntry pollAfter(CommitOrder order, Duration wait) throws Exception {
        return order.poll(now += wait.toNanos(), _ -> true);
    }

    @Test
    void statementsWaitForTheirPlace() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, false);
        order.add(end(SERVER + ":7", Map.of()), now);
        assertThat(pollAfter(order, Duration.ofSeconds(1))).isNull();
        order.add(statement(SERVER + ":6", "DROP TABLE `a`"), now);
        order.add(statement(SERVER + ":6", "DROP TABLE `b`"), now);
        assertThat(order.poll(now, _ -> true)).as("more parts may follow").isNull();
        List<String> found = new ArrayList<>();
        now += SECOND;
        drain(order, found);
        assertThat(found).containsExactly(SERVER + ":6 DROP TABLE `a`; DROP TABLE `b`", SERVER + ":7");
        order.add(statement(SERVER + ":6", "DROP TABLE `a`"), now); // repeated
        assertThatThrownBy(() -> order.add(statement(SERVER + ":6", "DROP TABLE `c`"), now))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("too late");
    }

    @Test
    void missingTransactionsAreErrors() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, false);
        order.add(end(SERVER + ":7", Map.of()), now);
        assertThat(order.poll(now, _ -> true)).isNull();
        assertThatThrownBy(() -> pollAfter(order, Duration.ofSeconds(3)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("Transaction 6 of " + SERVER + " is missing")
                .hasMessageContaining("harmlessGaps");
    }

    @Test
    void harmlessGapsAreSkippedOnce() throws Exception {
        for (Ids ids : Ids.values()) {
            CommitOrder order = order(ids.begin, true);
            order.add(end(ids.of(0, 9), Map.of()), now);
            assertThat(order.poll(now, _ -> true)).isNull();
            List<String> found = new ArrayList<>();
            now += 3 * SECOND;
            drain(order, found);
            assertThat(found).hasSize(4).last().isEqualTo(ids.of(0, 9));
            assertThat(order.reached().covers(new Position("log.1", 4, ids.begin.replace("1-5", "1-9"))))
                    .isTrue();
            assertThatThrownBy(() -> order.add(row(ids.of(0, 8), "shop.a", 1), now))
                    .isInstanceOf(BinlogException.class)
                    .hasMessageContaining("comes too late");
        }
    }

    @Test
    void rowsWithoutAnEndAreErrorsAlsoInHarmlessGaps() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, true);
        order.add(row(SERVER + ":6", "shop.a", 1), now);
        order.add(row(SERVER + ":6", "shop.b", 2), now);
        order.add(end(SERVER + ":7", Map.of()), now);
        assertThatThrownBy(() -> pollAfter(order, Duration.ofSeconds(3)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("distributed transaction");
    }

    @Test
    void truncateIsAStatement() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, false);
        order.add(new TopicEvent.Row(TransactionId.of(SERVER + ":6"), "shop.a", 1, null, Instant.EPOCH), now);
        order.add(end(SERVER + ":7", Map.of()), now);
        List<String> found = new ArrayList<>();
        drain(order, found);
        assertThat(found).containsExactly(SERVER + ":6 TRUNCATE TABLE `a`", SERVER + ":7");
    }

    @Test
    void tooLargeTransactionsAreErrors() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, false);
        for (int i = 1; i <= 100; i++) {
            order.add(row(SERVER + ":6", "shop.a", i), now);
        }
        order.add(end(SERVER + ":6", Map.of("shop.a", 100L)), now);
        assertThatThrownBy(() -> order.poll(now, _ -> true))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("maxTransaction");
    }

    @Test
    void positionsWithoutIdsAreRefused() {
        assertThatThrownBy(() -> order("", false))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("log.1:4 has no GTIDs");
    }

    @Test
    void endsThatWaitForRowsAreCounted() throws Exception {
        CommitOrder order = order(Ids.MYSQL.begin, false);
        order.add(end(SERVER + ":6", Map.of("shop.a", 1L)), now);
        for (int i = 7; i < 1_000; i++) {
            order.add(end(SERVER + ":" + i, Map.of()), now);
        }
        assertThat(order.poll(now, _ -> true)).isNull();
        assertThat(order.bytes()).isGreaterThan(300_000);
        order.add(row(SERVER + ":6", "shop.a", 1), now);
        List<String> found = new ArrayList<>();
        drain(order, found);
        assertThat(found).hasSize(994);
        assertThat(order.bytes()).isZero();
    }

    @Test
    void otherIdsAreRefused() {
        assertThatThrownBy(() -> TransactionId.of("file=log.1,pos=4"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gtid_mode=ON");
    }
}
