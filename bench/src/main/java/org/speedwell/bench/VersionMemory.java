package org.speedwell.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/**
 * A measurement of the memory that versions take in addition to the table, while rows change and readers run. No
 * database.
 */
final class VersionMemory {
    private static final int READERS = 8;

    /** The time between versions, as in replication when transactions wait. */
    private static final long VERSION_NANOS = 20_000_000;

    /** The pause that replication makes if {@link org.speedwell.accelerator.store.Versions#isCrowded}. */
    private static final long CROWDED_NANOS = 250_000_000;

    private static final long REST_NANOS = 2_000_000;
    private static final int COUNTS = 200;

    private VersionMemory() {}

    /** Changes {@code rate} rows per second for the given time, and reports the memory. */
    static void run(int rows, int rate, Duration time, Path results) throws Exception {
        try (ChangingFilms films = new ChangingFilms(rows, Set.of(Film.LENGTH, Film.RENTAL_RATE))) {
            long table = films.bytes();
            long before = Lease.allocatedBytes();
            AtomicBoolean stopped = new AtomicBoolean();
            ExecutorService threads = Executors.newCachedThreadPool();
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(threads.submit(() -> read(films.manager(), rows, stopped)));
            }
            Histogram extra = Latencies.histogram();
            long changed = 0;
            long versions = 0;
            long begun = System.nanoTime();
            for (long now = begun; now - begun < time.toNanos(); now = System.nanoTime()) {
                long due = (now - begun) / 1_000 * rate / 1_000_000 - changed;
                films.change((int) Math.max(1, due));
                changed += due;
                versions++;
                extra.recordValue(Math.max(0, Lease.allocatedBytes() - before));
                LockSupport.parkNanos(
                        films.app().versions().isCrowded() ? CROWDED_NANOS : now + VERSION_NANOS - System.nanoTime());
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            stopped.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
            threads.shutdown();
            Table told = new Table(
                    String.format(Locale.ROOT, "Memory of versions, %,d films of %,d MB", rows, table >> 20),
                    String.format(
                            Locale.ROOT,
                            "%,.0f changes of two columns/s in random rows, %,.0f versions/s, %d readers.",
                            changed / seconds,
                            versions / seconds,
                            READERS),
                    List.of("", "beyond the table", "of it"));
            row(told, "median", extra.getValueAtPercentile(50), table);
            row(told, "99 %", extra.getValueAtPercentile(99), table);
            row(told, "most", extra.getMaxValue(), table);
            Findings.write(results, "version-memory", told);
        }
    }

    private static void row(Table told, String name, long bytes, long table) {
        String amount = String.format(Locale.ROOT, "%,d MB", bytes >> 20);
        String share = String.format(Locale.ROOT, "%.0f %%", 100.0 * bytes / table);
        System.out.println(name + ": " + amount + ", " + share);
        told.row(List.of(name, amount, share));
    }

    private static long read(FilmManager films, int rows, AtomicBoolean stopped) {
        long all = 0;
        for (int n = 0; !stopped.get(); n++) {
            for (int i = 0; i < COUNTS; i++) {
                all += Queries.longerThan(films, 50 + (n + i) % 64);
            }
            all += Queries.complex(films).getSum();
            Film film = Queries.byKey(films, 1 + n * 7_919 % rows);
            all += film == null ? 0 : film.getFilmId();
            LockSupport.parkNanos(REST_NANOS);
        }
        return all;
    }
}
