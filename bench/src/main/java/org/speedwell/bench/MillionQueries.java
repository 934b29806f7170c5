package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.speedwell.bench.report.Findings;
import org.speedwell.bench.report.Statement;
import org.speedwell.bench.report.Table;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.schema.Database;

/**
 * A task that asks a million small queries, one after the other, as in the reference article. Each query has random
 * constants. Memory answers all of them; SQL answers the first ones, and the table extrapolates their time. The sums of
 * these answers must be equal.
 */
final class MillionQueries {
    private static final int QUERIES = 1_000_000;
    private static final int ROUNDS = 5;
    private static final int LONGEST = 185;
    private static final int FILMS = 1_000;

    private MillionQueries() {}

    /**
     * Runs the queries.
     *
     * @param overSql the number of queries that SQL answers
     */
    static void run(int overSql, Path results) throws IOException {
        try (Database database = BenchDatabase.open()) {
            Speedment sql = Contender.sql.start(database);
            Speedment memory = Contender.memory.start(database);
            try {
                long begun = System.nanoTime();
                long expected = ask(sql.getOrThrow(FilmManager.class), overSql);
                double sqlSeconds = (System.nanoTime() - begun) / 1e9;
                FilmManager films = memory.getOrThrow(FilmManager.class);
                long found = ask(films, overSql);
                if (found != expected) {
                    throw new IllegalStateException(
                            "The answers of SQL sum to " + expected + ", those of memory to " + found + ".");
                }
                write(database, overSql, sqlSeconds, fastest(films), results);
            } finally {
                sql.stop();
                memory.stop();
            }
        }
    }

    /** Returns the seconds of the fastest of several rounds, because the first ones warm up the JVM. */
    private static double fastest(FilmManager films) {
        double fastest = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long begun = System.nanoTime();
            if (ask(films, QUERIES) <= 0) {
                throw new IllegalStateException("A million queries found nothing.");
            }
            fastest = Math.min(fastest, (System.nanoTime() - begun) / 1e9);
        }
        return fastest;
    }

    /** Asks a number of queries, always the same ones, and returns the sum of their answers. */
    private static long ask(FilmManager films, int queries) {
        SplittableRandom random = new SplittableRandom(1);
        long sum = 0;
        for (int i = 0; i < queries / 2; i++) {
            sum += Queries.longerThan(films, random.nextInt(LONGEST));
            Film film = Queries.byKey(films, random.nextInt(FILMS) + 1);
            sum += film == null ? 0 : film.getLength().orElse(0);
        }
        return sum;
    }

    private static void write(Database database, int overSql, double sqlSeconds, double seconds, Path results)
            throws IOException {
        double million = sqlSeconds / overSql * QUERIES;
        Table table = new Table(
                "A million queries, one after the other",
                String.format(
                        Locale.ROOT,
                        "Half of them count the films that are longer than a random length, and half read a film by a"
                                + " random key. %s answered the first %,d, and the table extrapolates their time.",
                        database.version(),
                        overSql),
                List.of("", "time of a million", "queries per second"));
        table.row(row("over SQL", million));
        table.row(row("from memory", seconds));
        Findings.write(results, "million", table);
        new Statement(
                        "a million sub-queries",
                        "Minborg, streams with in-JVM memory: from an hour to a second",
                        String.format(Locale.ROOT, "from %.0f minutes to %.2f seconds", million / 60, seconds),
                        "one thread; counts by index, and rows by key")
                .write(results, "million");
        System.out.printf(Locale.ROOT, "A million queries: %.0f s over SQL, %.3f s from memory%n", million, seconds);
    }

    private static List<String> row(String name, double seconds) {
        return List.of(
                name,
                String.format(Locale.ROOT, seconds < 10 ? "%.3f s" : "%,.0f s", seconds),
                String.format(Locale.ROOT, "%,.0f", QUERIES / seconds));
    }
}
