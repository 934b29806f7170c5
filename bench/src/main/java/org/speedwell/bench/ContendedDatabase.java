package org.speedwell.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.schema.Database;

/**
 * A comparison of thread models for clients that contend for the rows of a database. Each transaction locks 5 of 400
 * rows in random order, and restarts if the database aborts it because of a deadlock.
 *
 * <p>120 clients run in closed loops. The models differ in the number of clients that run at a time, and in their
 * threads. Latency is from the request to the commit, waiting and retries included.
 */
final class ContendedDatabase {
    private static final int CLIENTS = 120;
    private static final int POOLED = 40;
    private static final int PERMITS = 20;
    private static final int RECORDS = 400;
    private static final int LOCKS = 5;
    private static final String SCHEMA = "speedwell_contended";

    /** The thread models. */
    private enum Manner {
        POOL("a pool of " + POOLED + " platform threads", CLIENTS),
        PLATFORM("a platform thread each", CLIENTS),
        VIRTUAL("a virtual thread each", CLIENTS),
        GUARDED("a virtual thread each, " + PERMITS + " permits", PERMITS);

        private final String title;
        private final int permits;

        Manner(String title, int permits) {
            this.title = title;
            this.permits = permits;
        }

        ExecutorService workers() {
            return switch (this) {
                case POOL -> Executors.newFixedThreadPool(POOLED);
                case PLATFORM -> Executors.newFixedThreadPool(CLIENTS);
                case VIRTUAL, GUARDED -> Executors.newVirtualThreadPerTaskExecutor();
            };
        }
    }

    private final Database database;
    private final LongAdder retries = new LongAdder();

    private ContendedDatabase(Database database) {
        this.database = database;
    }

    /** Measures each thread model for the given time. */
    static void run(Duration each, Path results) throws Exception {
        try (Database database = BenchDatabase.open()) {
            new ContendedDatabase(database).runAll(each, results);
        }
    }

    private void runAll(Duration each, Path results) throws Exception {
        create();
        Table table = new Table(
                "A contended database",
                String.format(
                        Locale.ROOT,
                        "%d clients in closed loops. Each transaction locks %d of %d rows in random order."
                                + " %s; %,d ms for each line.",
                        CLIENTS,
                        LOCKS,
                        RECORDS,
                        database.version(),
                        each.toMillis()),
                List.of("", "transactions/s", "retries per transaction"));
        Latencies latencies = Latencies.of("A contended database: latency of a transaction");
        List<Connection> connections = connections();
        try {
            for (Manner manner : Manner.values()) {
                measure(manner, connections, each.dividedBy(5)); // warm-up
                retries.reset();
                Histogram histogram = measure(manner, connections, each);
                double transactions = histogram.getTotalCount();
                table.row(List.of(
                        manner.title,
                        String.format(Locale.ROOT, "%,.0f", transactions / each.toMillis() * 1000),
                        String.format(Locale.ROOT, "%.2f", retries.sum() / transactions)));
                latencies.add(manner.title, histogram);
                System.out.printf(
                        Locale.ROOT,
                        "%-28s %,8.0f transactions, 99.9 %% within %,.0f ms%n",
                        manner.title,
                        transactions,
                        histogram.getValueAtPercentile(99.9) / 1e6);
            }
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
            drop();
        }
        Findings.write(results, "threads", table);
        latencies.write(results.resolve("threads.hlog"));
    }

    private Histogram measure(Manner manner, List<Connection> connections, Duration time)
            throws InterruptedException, ExecutionException {
        AtomicBoolean over = new AtomicBoolean();
        Semaphore permits = new Semaphore(manner.permits);
        List<Future<Histogram>> clients = new ArrayList<>();
        try (ExecutorService workers = manner.workers();
                ExecutorService loops = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CLIENTS; i++) {
                Client client = new Client(connections.get(i), permits, workers, new SplittableRandom(i));
                clients.add(loops.submit(() -> client.loop(over)));
            }
            Thread.sleep(time);
            over.set(true);
        }
        Histogram all = Latencies.histogram();
        for (Future<Histogram> client : clients) {
            all.add(client.get());
        }
        return all;
    }

    /** A client. Its transactions run on the workers, one after the other. */
    private final class Client {
        private final Connection connection;
        private final Semaphore permits;
        private final ExecutorService workers;
        private final SplittableRandom random;

        Client(Connection connection, Semaphore permits, ExecutorService workers, SplittableRandom random) {
            this.connection = connection;
            this.permits = permits;
            this.workers = workers;
            this.random = random;
        }

        Histogram loop(AtomicBoolean over) throws SQLException, InterruptedException, ExecutionException {
            Histogram latencies = Latencies.histogram();
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
                while (!over.get()) {
                    long begun = System.nanoTime();
                    workers.submit((Callable<Boolean>) () -> transact(update)).get();
                    latencies.recordValue(System.nanoTime() - begun);
                }
            }
            return latencies;
        }

        private boolean transact(PreparedStatement update) throws SQLException, InterruptedException {
            int[] records = random.ints(1, RECORDS + 1).distinct().limit(LOCKS).toArray();
            permits.acquire();
            try {
                while (!attempt(connection, update, records)) {
                    retries.increment();
                }
            } finally {
                permits.release();
            }
            return true;
        }
    }

    /**
     * Runs one attempt of a transaction. Returns false if the database aborted it because of a deadlock or a lock
     * timeout.
     */
    private static boolean attempt(Connection connection, PreparedStatement update, int[] records) throws SQLException {
        try {
            for (int i = 0; i < records.length; i++) {
                update.setInt(1, i == 0 ? records.length - 1 : -1); // the sum of all balances stays 0
                update.setInt(2, records[i]);
                update.executeUpdate();
            }
            connection.commit();
            return true;
        } catch (SQLException e) {
            connection.rollback();
            if ("40001".equals(e.getSQLState()) || e.getErrorCode() == 1205) {
                return false;
            }
            throw e;
        }
    }

    private void create() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP SCHEMA IF EXISTS " + SCHEMA);
            statement.execute("CREATE SCHEMA " + SCHEMA);
            statement.execute("CREATE TABLE " + SCHEMA
                    + ".account (id INT PRIMARY KEY, balance BIGINT NOT NULL) ENGINE = InnoDB");
            for (int i = 1; i <= RECORDS; i++) {
                statement.execute("INSERT INTO " + SCHEMA + ".account VALUES (" + i + ", 0)");
            }
        }
    }

    /** Drops the schema, after checking that the sum of all balances has not changed. */
    private void drop() throws SQLException {
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement();
                var result = statement.executeQuery("SELECT sum(balance) FROM account")) {
            result.next();
            if (result.getLong(1) != 0) {
                throw new IllegalStateException("Transactions were lost: the balances sum to " + result.getLong(1));
            }
            statement.execute("DROP SCHEMA " + SCHEMA);
        }
    }

    private List<Connection> connections() throws SQLException {
        List<Connection> connections = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Connection connection = database.connect(SCHEMA);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION innodb_lock_wait_timeout = 1");
            }
            connection.setAutoCommit(false);
            connections.add(connection);
        }
        return connections;
    }
}
