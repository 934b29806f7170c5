package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
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
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/**
 * A measurement of readers on several threads: the number of queries and the latency of single queries. Reloads run
 * continuously, or not at all. Four kinds of query alternate. The program times one query in 16, which adds about 25 ns
 * to it.
 */
final class Readers {
    private static final int[] THREADS = {1, 2, 4, 8};
    private static final int TIMED = 16;
    private static final long SEED = 1;

    private final FilmManager films;
    private final DataStoreComponent store;
    private final int rows;

    /** The queries that one thread, or all threads, completed. */
    private record Reading(long queries, Histogram latencies) {}

    private Readers(Speedment app) {
        films = app.getOrThrow(FilmManager.class);
        store = app.getOrThrow(DataStoreComponent.class);
        rows = (int) films.stream().count();
    }

    /** Measures each number of threads for the given time, with and without reloads. */
    static void run(int scale, Duration each, Path results) throws Exception {
        try (Database database = BenchDatabase.open(BenchFolders.data().resolve("mariadb"))) {
            Speedment app = Contender.memory.start(database, scale);
            new Readers(app).run(each, results);
            app.stop();
        }
    }

    private void run(Duration each, Path results) throws Exception {
        Table table = new Table(
                "Readers",
                String.format(
                        Locale.ROOT,
                        "%,d films, %,d ms for each line. Reloads run in sequence. This machine has %d processors.",
                        rows,
                        each.toMillis(),
                        Runtime.getRuntime().availableProcessors()),
                List.of("", "queries/s", "to one thread", "reloads"));
        Latencies latencies = Latencies.of("Readers: latency of a query");
        read(1, false, each); // warm-up
        for (boolean reload : new boolean[] {false, true}) {
            double one = 0;
            for (int threads : THREADS) {
                long version = store.version();
                long begun = System.nanoTime();
                Reading reading = read(threads, reload, each);
                double perSecond = reading.queries * 1e9 / (System.nanoTime() - begun);
                one = threads == 1 ? perSecond : one;
                String name = threads + (threads == 1 ? " thread" : " threads") + (reload ? ", reloading" : "");
                table.row(List.of(
                        name,
                        String.format(Locale.ROOT, "%,.0f", perSecond),
                        String.format(Locale.ROOT, "%.2f ×", perSecond / one),
                        Long.toString(store.version() - version)));
                latencies.add(name, reading.latencies);
                System.out.printf(Locale.ROOT, "%-22s %,14.0f queries/s%n", name, perSecond);
            }
        }
        Findings.write(results, "readers", table);
        latencies.write(results.resolve("readers.hlog"));
    }

    private Reading read(int threads, boolean reload, Duration time) throws InterruptedException, ExecutionException {
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads + 1)) {
            List<Future<Reading>> readings = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int number = i;
                readings.add(
                        executor.submit((Callable<Reading>) () -> read(over, new SplittableRandom(SEED + number))));
            }
            Future<?> reloads = executor.submit(() -> {
                while (reload && !over.get()) {
                    store.reload();
                }
            });
            Thread.sleep(time);
            over.set(true);
            long queries = 0;
            Histogram latencies = Latencies.histogram();
            for (Future<Reading> reading : readings) {
                queries += reading.get().queries;
                latencies.add(reading.get().latencies);
            }
            reloads.get();
            return new Reading(queries, latencies);
        }
    }

    private Reading read(AtomicBoolean over, SplittableRandom random) {
        Histogram latencies = Latencies.histogram();
        long queries = 0;
        long sum = 0;
        do {
            for (int i = 0; i < TIMED - 1; i++) {
                sum += ask(i, random);
            }
            int kind = random.nextInt(4);
            long begun = System.nanoTime();
            sum += ask(kind, random);
            latencies.recordValue(System.nanoTime() - begun);
            queries += TIMED;
        } while (!over.get());
        if (sum == 0) {
            throw new IllegalStateException("The readers found nothing.");
        }
        return new Reading(queries, latencies);
    }

    private long ask(int kind, SplittableRandom random) {
        return switch (kind & 3) {
            case 0 -> Queries.filterAndCount(films);
            case 1 -> Queries.complex(films).getSum();
            case 2 -> Queries.longerThan(films, random.nextInt(46, 186));
            default -> Queries.byKey(films, random.nextInt(1, rows + 1)) == null ? 0 : 1;
        };
    }
}
