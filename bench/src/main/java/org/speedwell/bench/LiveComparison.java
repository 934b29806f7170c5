package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.schema.Database;

/**
 * A measurement of replication: the delay from a commit to a new stream, the time to catch up, and the cost for
 * queries. It also measures a reload, and checks the result against SQL.
 */
final class LiveComparison {
    private static final Duration LONG = Duration.ofMinutes(10);

    /** The time for which replication and writers run before the measurement. */
    private static final Duration WARM_UP = Duration.ofSeconds(20);

    /** The target number of transactions per second of all writers together. */
    private static final int RATE = 2_000;

    /** The row changes of a transaction, for each phase. */
    private static final List<Integer> ROWS = List.of(5, 25);

    private static final int WRITERS = 8;

    /** The times that memory catches up. The JVM has compiled the code before the last one. */
    private static final int CATCH_UPS = 3;

    private static final int PROBES_A_SECOND = 200;

    /**
     * The pause between two looks of a probe. Without a pause, the probe would take a core from the threads that are
     * measured.
     */
    private static final long LOOK_NANOS = 50_000;

    private static final int COUNTS = 2_000_000;

    private final Database database;
    private final String schema;
    private final DataStoreComponent store;
    private final FilmManager films;
    private final AtomicLong written = new AtomicLong();

    private LiveComparison(Database database, String schema, Speedment app) {
        this.database = database;
        this.schema = schema;
        this.store = app.getOrThrow(DataStoreComponent.class);
        this.films = app.getOrThrow(FilmManager.class);
    }

    static void run(int scale, Duration line, int changes, Path results) throws Exception {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            String schema = Contender.schema(database, scale);
            Speedment app = Contender.memory.start(database, scale);
            try {
                LiveComparison comparison = new LiveComparison(database, schema, app);
                Table table = new Table(
                        String.format(
                                Locale.ROOT,
                                "Following a database, Sakila at scale %d, %,d rows, %s",
                                scale,
                                comparison.store.rows(),
                                RunInfo.collector()),
                        database.version() + ", on the same machine.",
                        List.of("", "value"));
                comparison.follow(table, line, results);
                comparison.catchUps(table, changes, results);
                comparison.check(app);
                Findings.write(results, "live-" + RunInfo.collector(), table);
            } finally {
                app.stop();
            }
        }
    }

    private static void row(Table table, String name, String format, Object... values) {
        String text = String.format(Locale.ROOT, format, values);
        System.out.println(name + ": " + text);
        table.row(List.of(name, text));
    }

    /** Measures the latencies of probes and of queries while writers change rows. */
    private void follow(Table table, Duration line, Path results) throws Exception {
        Latencies latencies = Latencies.of("From a commit to a new stream that shows it");
        row(table, "count by index, without writes", "%.1f ns", nanosACount());
        store.follow();
        for (int rows : ROWS) {
            latencies.add(
                    String.format(Locale.ROOT, "follow(), %,d row changes/s, %s", RATE * rows, RunInfo.collector()),
                    follow(table, rows, line));
        }
        latencies.write(results.resolve("live-" + RunInfo.collector() + ".hlog"));
    }

    private Histogram follow(Table table, int rows, Duration line) throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            writers.add(threads.submit(() -> {
                write(writer, rows, stopped);
                return null;
            }));
        }
        probe(Latencies.histogram(), WARM_UP);
        FollowStatus before = store.followStatus().orElseThrow();
        long writtenBefore = written.get();
        Histogram seen = Latencies.histogram();
        long begun = System.nanoTime();
        probe(seen, line);
        double moving = nanosACount();
        double seconds = (System.nanoTime() - begun) / 1e9;
        stopped.set(true);
        join(writers);
        threads.shutdown();
        FollowStatus after = store.followStatus().orElseThrow();
        String of = "transactions of " + rows + " rows: ";
        row(table, of + "number per second", "%,.0f", (written.get() - writtenBefore) / seconds);
        row(table, of + "versions per second", "%,.0f", (after.versions() - before.versions()) / seconds);
        row(table, of + "from commit to a new stream, median", "%.2f ms", seen.getValueAtPercentile(50) / 1e6);
        row(table, of + "from commit to a new stream, 99 %", "%.2f ms", seen.getValueAtPercentile(99) / 1e6);
        row(table, of + "count by index meanwhile", "%.1f ns", moving);
        return seen;
    }

    private void write(int writer, int rows, AtomicBoolean stopped) throws SQLException {
        try (Connection connection = database.connect(schema);
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE payment SET amount = amount + 0.01 WHERE payment_id BETWEEN ? AND ?")) {
            long period = 1_000_000_000L * WRITERS / RATE;
            long next = System.nanoTime();
            for (int i = writer; !stopped.get(); i += WRITERS) {
                int first = 1 + (int) (i * 7_919L * rows % 16_000);
                update.setInt(1, first);
                update.setInt(2, first + rows - 1);
                update.executeUpdate();
                written.incrementAndGet();
                next += period;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
    }

    /** Commits a change, and measures the time until a new stream shows it. Repeats this for the given time. */
    private void probe(Histogram seen, Duration line) throws SQLException {
        try (Connection connection = database.connect(schema);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE film SET length = ? WHERE film_id = 1")) {
            long end = System.nanoTime() + line.toNanos();
            for (int value = 1; System.nanoTime() < end; value = value % 60_000 + 1) {
                update.setInt(1, value);
                update.executeUpdate();
                long committed = System.nanoTime();
                while (length() != value) {
                    LockSupport.parkNanos(LOOK_NANOS);
                }
                seen.recordValue(System.nanoTime() - committed);
                LockSupport.parkNanos(1_000_000_000L / PROBES_A_SECOND);
            }
        }
    }

    private int length() {
        return films.stream()
                .filter(Film.FILM_ID.equal(1))
                .mapToInt(Film.LENGTH.asInt().orElse(0))
                .findFirst()
                .orElseThrow();
    }

    private double nanosACount() {
        long all = 0;
        for (int i = 0; i < COUNTS; i++) { // warm-up
            all += count();
        }
        long begun = System.nanoTime();
        for (int i = 0; i < COUNTS; i++) {
            all += count();
        }
        double nanos = (double) (System.nanoTime() - begun) / COUNTS;
        if (all == 0) {
            throw new IllegalStateException("No film is longer than an hour.");
        }
        return nanos;
    }

    private long count() {
        return films.stream().filter(Film.LENGTH.greaterThan(60)).count();
    }

    private static void join(List<Future<?>> all) throws InterruptedException, ExecutionException {
        for (Future<?> each : all) {
            each.get();
        }
    }

    private void catchUps(Table table, int changes, Path results) throws Exception {
        for (int time = 1; time <= CATCH_UPS; time++) {
            catchUp(table, time, changes, results);
        }
        long begun = System.nanoTime();
        store.reload();
        row(table, "reload() for comparison", "%.2f s", (System.nanoTime() - begun) / 1e9);
    }

    /** Saves a version, changes many rows, and then continues from the file. */
    private void catchUp(Table table, int time, int changes, Path results) throws Exception {
        await();
        Path file = Files.createTempFile(results, "all", ".snapshot");
        try {
            store.save(file);
            store.stopFollowing();
            long changed = change(changes);
            long usedBefore = processorNanos();
            long begun = System.nanoTime();
            store.open(file);
            store.follow();
            await();
            double seconds = (System.nanoTime() - begun) / 1e9;
            double used = (processorNanos() - usedBefore) / 1e9;
            row(
                    table,
                    String.format(Locale.ROOT, "open(file) with %,d row changes behind, time %d", changed, time),
                    "%.2f s",
                    seconds);
            row(table, "row changes applied per second", "%,.0f", changed / seconds);
            row(table, "row changes applied per second of processor time", "%,.0f", changed / used);
        } finally {
            Files.delete(file);
        }
    }

    /** Returns the processor time of this JVM. The database has its own process. */
    private static long processorNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private long change(int changes) throws SQLException {
        long changed = 0;
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            int round = 0;
            while (changed < changes) {
                changed += statement.executeUpdate("UPDATE payment SET amount = amount + 0.01 WHERE payment_id % 7 = "
                        + round++ % 7 + " LIMIT " + (changes - changed));
            }
        }
        return changed;
    }

    private void await() throws InterruptedException {
        if (!store.await(LONG)) {
            throw new IllegalStateException("Memory did not catch up: " + store.followStatus());
        }
    }

    /** Compares sums from memory with those of SQL. */
    private void check(Speedment app) throws SQLException, InterruptedException {
        await();
        long fromMemory = films.stream().mapToInt(Film.LENGTH.asInt().orElse(0)).sum();
        long paymentsInMemory = app.getOrThrow(PaymentManager.class).stream()
                .mapToLong(payment -> payment.getAmount().unscaledValue().longValue())
                .sum();
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT SUM(length), (SELECT SUM(amount) * 100 FROM payment) FROM film")) {
            row.next();
            if (row.getLong(1) != fromMemory || row.getLong(2) != paymentsInMemory) {
                throw new IllegalStateException("Memory has %d and %d, the database %s and %s"
                        .formatted(fromMemory, paymentsInMemory, row.getString(1), row.getString(2)));
            }
        }
    }
}
