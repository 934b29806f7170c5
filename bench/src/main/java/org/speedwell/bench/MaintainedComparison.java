package org.speedwell.bench;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;

import com.speedment.runtime.core.Speedment;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.schema.Database;

/**
 * A measurement of many maintained queries while memory follows a database: the delay from a commit to a subscriber, and
 * the processor time of replication. Phases without queries, with wide and with narrow ones alternate. It compares the
 * results of each phase with streams.
 */
final class MaintainedComparison {
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    /** The target number of transactions per second of all writers together. Each changes one row. */
    private static final int RATE = 1_000;

    private static final int WRITERS = 4;
    private static final int PROBES_A_SECOND = 100;
    private static final int SHAPES = 4;

    /** The number of payments in the range of a narrow query. */
    private static final int RANGE = 1_000;

    private final Database database;
    private final String schema;
    private final DataStoreComponent store;
    private final FilmManager films;
    private final PaymentManager payments;
    private final int rows;
    private final List<Kept<?>> queries = new ArrayList<>();
    private final AtomicLong written = new AtomicLong();

    /** A maintained query, and the function that it maintains. */
    private record Kept<R>(Function<Stream<Payment>, R> function, MaintainedQuery<R> maintained) {
        void check(SnapshotView version, PaymentManager payments) {
            MaintainedFilms.requireSame(function.apply(version.stream(payments)), version.result(maintained));
        }
    }

    /** The kinds of queries that a phase maintains. */
    private enum Queries {
        none("no query"),
        /** Half of all changes affect each query. */
        wide("wide queries"),
        /** Few changes affect each query: those of one customer, of one payment or of a range of payments. */
        narrow("narrow queries");

        final String title;

        Queries(String title) {
            this.title = title;
        }
    }

    /** The times of one kind of phase. */
    private static final class Times {
        final Histogram delays = Latencies.histogram();
        long written;
        long versions;
        long nanos;
        long processorNanos;
    }

    /** A subscriber that hands each result to the probe. */
    private static final class Probe implements Flow.Subscriber<ResultChange<Integer>> {
        private final SynchronousQueue<Integer> results = new SynchronousQueue<>();
        private volatile @Nullable Throwable failure;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ResultChange<Integer> change) {
            try {
                results.put(change.after());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onError(Throwable reason) {
            failure = reason;
        }

        @Override
        public void onComplete() {}

        void await(int value) throws InterruptedException {
            Integer result;
            do {
                result = results.poll(1, TimeUnit.MINUTES);
                if (result == null) {
                    throw new IllegalStateException("No result within a minute after a commit.", failure);
                }
            } while (result != value);
        }
    }

    private MaintainedComparison(Database database, String schema, Speedment app) {
        this.database = database;
        this.schema = schema;
        this.store = app.getOrThrow(DataStoreComponent.class);
        this.films = app.getOrThrow(FilmManager.class);
        this.payments = app.getOrThrow(PaymentManager.class);
        this.rows = (int) payments.stream().count();
    }

    /**
     * Measures, checks all results, and writes a table.
     *
     * @param scale the scale of Sakila
     * @param count the number of maintained queries
     * @param time the time of a phase
     * @param rounds the number of phases of each kind
     */
    static void run(int scale, int count, Duration time, int rounds, Path results) throws Exception {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            String schema = Contender.schema(database, scale);
            Speedment app = Contender.memory.start(database, scale);
            try {
                new MaintainedComparison(database, schema, app).measure(count, time, rounds, results);
            } finally {
                app.stop();
            }
        }
    }

    private void measure(int count, Duration time, int rounds, Path results) throws Exception {
        Probe probe = new Probe();
        store.maintain(
                        films,
                        (Stream<Film> all) -> all.filter(Film.FILM_ID.equal(1))
                                .mapToInt(Film.LENGTH.asInt().orElse(0))
                                .sum())
                .subscribe(probe);
        store.follow();
        AtomicBoolean stopped = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int writer = i;
            writers.add(threads.submit(() -> {
                write(writer, stopped);
                return null;
            }));
        }
        Map<Queries, Times> times = new EnumMap<>(Queries.class);
        for (int round = 0; round < rounds; round++) {
            for (Queries kind : Queries.values()) {
                for (int i = 0; kind != Queries.none && i < count; i++) {
                    maintain(kind == Queries.wide ? wide(i) : narrow(i));
                }
                phase(probe, new Times(), WARM_UP);
                phase(probe, times.computeIfAbsent(kind, _ -> new Times()), time);
                check();
                queries.forEach(query -> query.maintained.close());
                queries.clear();
            }
        }
        stopped.set(true);
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();
        write(results, count, times);
    }

    private void phase(Probe probe, Times times, Duration time) throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        long processor = processorNanos();
        long versions = store.followStatus().orElseThrow().versions();
        long before = written.get();
        probe(probe, times.delays, time);
        times.written += written.get() - before;
        times.versions += store.followStatus().orElseThrow().versions() - versions;
        times.processorNanos += processorNanos() - processor;
        times.nanos += System.nanoTime() - begun;
    }

    /** Commits a change, and measures the time until a subscriber has its result. Repeats this for the given time. */
    private void probe(Probe probe, Histogram delays, Duration time) throws SQLException, InterruptedException {
        try (Connection connection = database.connect(schema);
                PreparedStatement update =
                        connection.prepareStatement("UPDATE film SET length = ? WHERE film_id = 1")) {
            long end = System.nanoTime() + time.toNanos();
            for (int value = 1
                            + films.stream()
                                            .filter(Film.FILM_ID.equal(1))
                                            .mapToInt(Film.LENGTH.asInt().orElse(0))
                                            .sum()
                                    % 60_000;
                    System.nanoTime() < end;
                    value = value % 60_000 + 1) {
                update.setInt(1, value);
                update.executeUpdate();
                long committed = System.nanoTime();
                probe.await(value);
                delays.recordValue(System.nanoTime() - committed);
                LockSupport.parkNanos(1_000_000_000L / PROBES_A_SECOND);
            }
        }
    }

    private void write(int writer, AtomicBoolean stopped) throws SQLException {
        try (Connection connection = database.connect(schema);
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE payment SET amount = amount + 0.01, staff_id = 3 - staff_id WHERE payment_id = ?")) {
            long period = 1_000_000_000L * WRITERS / RATE;
            long next = System.nanoTime();
            for (long i = writer; !stopped.get(); i += WRITERS) {
                update.setInt(1, 1 + (int) (i * 7_919 % rows));
                update.executeUpdate();
                written.incrementAndGet();
                next += period;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        }
    }

    /** Returns the processor time that the thread of replication has used. */
    private static long processorNanos() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("speedwell-follow"))
                .mapToLong(thread -> ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()))
                .sum();
    }

    /** Returns one of the wide queries. Different numbers give different queries. */
    private Function<Stream<Payment>, Object> wide(int number) {
        int last = (int) ((number + 1L) * rows / 1_000);
        return switch (number % SHAPES) {
            case 0 ->
                all -> all.filter(Payment.PAYMENT_ID.lessOrEqual(last))
                        .filter(Payment.STAFF_ID.equal((short) 1))
                        .count();
            case 1 -> all -> all.filter(Payment.PAYMENT_ID.lessOrEqual(last)).collect(summingDecimal(Payment.AMOUNT));
            case 2 ->
                all -> all.filter(Payment.PAYMENT_ID.greaterThan(last))
                        .collect(groupingBy(Payment.STAFF_ID.asInt(), counting()));
            default ->
                all -> all.filter(Payment.AMOUNT.greaterThan(BigDecimal.valueOf(last % 10)))
                        .filter(Payment.PAYMENT_ID.lessOrEqual(last))
                        .collect(groupingBy(Payment.STAFF_ID.asInt(), summingDecimal(Payment.AMOUNT)));
        };
    }

    /** Returns one of the narrow queries. Different numbers give different queries. */
    private Function<Stream<Payment>, Object> narrow(int number) {
        int last = (int) ((number + 1L) * rows / 1_000);
        int customer = number + 1;
        return switch (number % SHAPES) {
            case 0 -> all -> all.filter(Payment.CUSTOMER_ID.equal(customer)).collect(summingDecimal(Payment.AMOUNT));
            case 1 ->
                all -> all.filter(Payment.CUSTOMER_ID.equal(customer))
                        .collect(groupingBy(Payment.STAFF_ID.asInt(), counting()));
            case 2 ->
                all -> all.filter(Payment.PAYMENT_ID.equal(last))
                        .mapToInt(Payment.STAFF_ID.asInt())
                        .sum();
            default ->
                all -> all.filter(Payment.PAYMENT_ID.between(last - RANGE, last))
                        .sorted(Payment.AMOUNT.reversed())
                        .limit(10)
                        .map(Payment::getPaymentId)
                        .toList();
        };
    }

    private <R> void maintain(Function<Stream<Payment>, R> query) {
        MaintainedQuery<R> maintained = store.maintain(payments, query);
        if (!maintained.isIncremental()) {
            throw new IllegalStateException("A query of the measurement is " + maintained.describe() + ".");
        }
        queries.add(new Kept<>(query, maintained));
    }

    /** Compares all results with streams over one version. */
    private void check() {
        SnapshotView version = store.snapshot();
        queries.forEach(query -> query.check(version, payments));
    }

    private void write(Path results, int count, Map<Queries, Times> times) throws Exception {
        List<String> titles = new ArrayList<>(List.of(""));
        times.keySet().forEach(kind -> titles.add(kind.title));
        Table table = new Table(
                String.format(
                        Locale.ROOT, "%,d maintained queries over %,d payments, %s", count, rows, RunInfo.collector()),
                database.version() + ", on the same machine.",
                titles);
        row(table, "transactions per second, of one row each", "%,.0f", times, t -> perSecond(t, t.written));
        row(table, "versions per second", "%,.0f", times, t -> perSecond(t, t.versions));
        row(table, "from commit to subscriber, median", "%.2f ms", times, t -> millis(t, 50));
        row(table, "from commit to subscriber, 99 %", "%.2f ms", times, t -> millis(t, 99));
        row(
                table,
                "processor time of replication, share of a core",
                "%.1f %%",
                times,
                t -> 100.0 * t.processorNanos / t.nanos);
        Findings.write(results, "maintained", table);
        Latencies latencies = Latencies.of("From a commit to a subscriber of a maintained query");
        times.forEach((kind, of) -> latencies.add(kind.title, of.delays));
        latencies.write(results.resolve("maintained.hlog"));
    }

    private static double perSecond(Times times, long count) {
        return count * 1e9 / times.nanos;
    }

    private static double millis(Times times, double percentile) {
        return times.delays.getValueAtPercentile(percentile) / 1e6;
    }

    private static void row(
            Table table, String name, String format, Map<Queries, Times> times, Function<Times, Double> value) {
        List<String> cells = new ArrayList<>(List.of(name));
        times.values().forEach(of -> cells.add(String.format(Locale.ROOT, format, value.apply(of))));
        System.out.println(String.join("; ", cells));
        table.row(cells);
    }
}
