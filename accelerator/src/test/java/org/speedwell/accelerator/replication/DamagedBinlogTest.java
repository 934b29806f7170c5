package org.speedwell.accelerator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogPlace;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.replication.BinlogProxy.Fault;
import org.speedwell.accelerator.replication.BinlogProxy.Kind;
import org.speedwell.schema.Database;

/**
 * Random damage to the bytes of a plain connection to a binlog. The reader delivers the transactions as the server
 * wrote them, once and in order. Otherwise it ends and reports the reason.
 *
 * <p>{@code -Dspeedwell.binlogFaults=10000} injects more faults, {@code -Dspeedwell.seed} other ones.
 */
@Tag("fault")
@Tag("database")
@Timeout(4 * 3_600)
class DamagedBinlogTest {
    private static final String SCHEMA = "speedwell_test_damaged_binlog";
    private static final int FAULTS = Integer.getInteger("speedwell.binlogFaults", 4 * Kind.values().length);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_124L);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration HEARTBEAT = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofSeconds(1);
    private static final ReplicationSettings SETTINGS =
            new ReplicationSettings(4_000_029, HEARTBEAT, SILENCE, Duration.ofMillis(100), ChangeFeeds.BINLOG);
    private static final int TRANSACTIONS = 200;
    private static final int MAX_READ = 25;

    private final Database database = Database.forTests();

    /** The transactions that the server has written. */
    private final List<String> written = new ArrayList<>();

    private final List<Position> begins = new ArrayList<>();
    private final List<BinlogPlace> ends = new ArrayList<>();
    private final Map<String, Integer> byEnd = new HashMap<>();
    private BinlogProxy proxy;

    @BeforeEach
    void write() throws Exception {
        Position begin;
        Position end;
        Random random = new Random(SEED);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL max_connect_errors = 1000000000"); // the test causes many
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
            statement.execute("USE " + SCHEMA);
            statement.execute(
                    "CREATE TABLE row_of (id INT PRIMARY KEY AUTO_INCREMENT, number BIGINT, word VARCHAR(4000))");
            begin = BinlogStatus.end(connection);
            for (int i = 0; i < TRANSACTIONS; i++) {
                write(statement, random);
            }
            end = BinlogStatus.end(connection);
        }
        proxy = new BinlogProxy(database.host(), database.port());
        read(begin, end);
    }

    private static void write(Statement statement, Random random) throws SQLException {
        if (random.nextInt(40) == 0) {
            statement.execute("FLUSH BINARY LOGS");
        }
        statement.execute("BEGIN");
        for (int i = random.nextInt(4); i >= 0; i--) {
            statement.execute("INSERT INTO row_of (number, word) VALUES (" + random.nextInt() + ", REPEAT('"
                    + (char) ('a' + random.nextInt(26)) + "', " + random.nextInt(random.nextInt(10) == 0 ? 4_000 : 60)
                    + "))");
        }
        statement.execute("UPDATE row_of SET number = number + 1 ORDER BY id DESC LIMIT 2");
        if (random.nextBoolean()) {
            statement.execute("DELETE FROM row_of ORDER BY id LIMIT 1");
        }
        statement.execute("COMMIT");
    }

    /** Reads all transactions through an undamaged connection. */
    private void read(Position begin, Position end) throws Exception {
        BinlogProgress reached = new BinlogProgress(begin);
        BinlogReader[] stream = new BinlogReader[1];
        stream[0] = new BinlogReader(
                address(database.port()),
                begin,
                4_000_027,
                HEARTBEAT,
                LONG,
                new LogOrder(),
                DamagedBinlogTest::follows,
                entry -> {
                    if (entry instanceof BinlogEntry.Transaction transaction) {
                        begins.add(reached.position());
                        ends.add(entry.end());
                        byEnd.put(end(entry), written.size());
                        written.add(content(transaction));
                    }
                    reached.advance(entry.end());
                    if (reached.covers(end)) {
                        stream[0].close();
                    }
                });
        stream[0].read();
        assertThat(written).hasSize(TRANSACTIONS);
    }

    @AfterEach
    void drop() throws SQLException {
        proxy.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static boolean follows(String schema, String table) {
        return schema.equals(SCHEMA);
    }

    private static String end(BinlogEntry entry) {
        return entry.end().file() + ':' + entry.end().offset();
    }

    private static String content(BinlogEntry.Transaction transaction) {
        StringBuilder content = new StringBuilder(transaction.end().toString()).append(transaction.at());
        try (var rows = transaction.rows()) {
            for (RowsEvent event = rows.next(); event != null; event = rows.next()) {
                content.append(event.format().table())
                        .append(event.kind())
                        .append(event.from())
                        .append(event.bytes().length)
                        .append(' ')
                        .append(Arrays.hashCode(event.bytes()));
            }
        }
        return content.toString();
    }

    private BinlogAddress address(int port) {
        String url = database.url(SCHEMA).replace(":" + database.port() + "/", ":" + port + "/");
        String plain = url + (url.contains("?") ? "&" : "?") + "sslMode=DISABLED";
        return BinlogAddress.of(plain, database.user(), database::password).getFirst();
    }

    @Test
    void damagedConnectionDeliversWrittenTransactionsOrEnds() throws Exception {
        Map<Kind, Integer> reported = new EnumMap<>(Kind.class);
        int notHit = 0;
        int ended = 0;
        int ids = 0;
        for (int i = 0; i < FAULTS; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            Kind kind = Kind.values()[Math.floorMod(seed, Kind.values().length)];
            int first = random.nextInt(TRANSACTIONS - 1);
            Position begin = begins.get(first);
            if (random.nextBoolean()) {
                begin = new Position(begin.file(), begin.offset(), "");
            }
            ids += begin.gtids().isEmpty() ? 0 : 1;
            Fault fault =
                    new Fault(kind, random.nextInt(kind.isOfRequest() ? 9 : random.nextBoolean() ? 25 : 120), seed);
            proxy.inject(fault);
            Queue<String> problems = new ConcurrentLinkedQueue<>();
            try {
                ended += isRead(begin, first, problems) ? 0 : 1;
            } catch (Exception | AssertionError e) {
                throw new AssertionError(
                        "-Dspeedwell.seed=" + seed + ", " + fault + " from " + begin + ": " + e.getMessage() + " after "
                                + problems,
                        e);
            }
            if (proxy.heal()) {
                notHit++;
            } else if (!problems.isEmpty()) {
                reported.merge(kind, 1, Integer::sum);
            }
        }
        System.out.printf(
                "%,d faults from seed %d on, %,d by ids; %,d came too late, reported %s, %,d ended%n",
                FAULTS, SEED, ids, notHit, reported, ended);
    }

    /** Reads some transactions. Returns true if it has read them, false if the reader ended. */
    private boolean isRead(Position begin, int first, Queue<String> problems) throws Exception {
        int end = Math.min(TRANSACTIONS, first + MAX_READ);
        int next = first;
        try (BinlogFeed feed = new BinlogFeed(source(), SETTINGS, begin, DamagedBinlogTest::follows, problem -> {
            if (problem != null) {
                problems.add(problem);
            }
        })) {
            feed.start();
            long deadline = System.nanoTime() + LONG.toNanos();
            while (next < end) {
                EntryQueue.Item item = feed.queue().poll(TimeUnit.SECONDS.toNanos(1));
                if (item == null) {
                    assertThat(System.nanoTime())
                            .as("waits for %d of %d", next, end)
                            .isLessThan(deadline);
                    continue;
                }
                if (item.end() != null) {
                    return false;
                }
                if (item.entry() instanceof BinlogEntry.Heartbeat heartbeat) {
                    BinlogPlace missing = ends.get(next);
                    assertThat(heartbeat.end().isBefore(missing.file(), missing.offset()))
                            .as("%s, and yet nothing is missing before %s", missing, heartbeat.end())
                            .isTrue();
                }
                if (item.entry() instanceof BinlogEntry.Transaction transaction) {
                    Integer number = byEnd.get(end(transaction));
                    String content = content(transaction);
                    if (number == null) {
                        assertThat(transaction.end().isBefore(begin.file(), begin.offset()))
                                .as("a transaction that was never written: %s", content)
                                .isTrue();
                        continue;
                    }
                    assertThat(content).isEqualTo(written.get(number));
                    assertThat(number).as("the next transaction").isLessThanOrEqualTo(next);
                    next = Math.max(next, number + 1);
                }
            }
            return true;
        }
    }

    private ReplicationSource source() {
        return new ReplicationSource() {
            @Override
            public String database() {
                return SCHEMA;
            }

            @Override
            public LoadConnection connect() throws LoadException, InterruptedException {
                return new LoadConnections(LONG).open(SCHEMA, () -> {
                    try {
                        return database.connect();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
            }

            @Override
            public Duration networkTimeout() {
                return LONG;
            }

            @Override
            public List<BinlogAddress> addresses(Connection connection) {
                return List.of(address(proxy.port()));
            }

            @Override
            public <E> LoadedColumns<E> columns(TableModel<E> model, Connection connection) {
                throw new UnsupportedOperationException();
            }

            @Override
            public <E> LoadedColumns<E> allColumns(TableModel<E> model, Connection connection) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Loaded load(Predicate<TableId<?>> tables, boolean leavesTables) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
