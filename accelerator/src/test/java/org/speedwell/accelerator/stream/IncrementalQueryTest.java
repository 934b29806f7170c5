package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.incremental.AffectedQueries;
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random pipelines that follow random changes of a table. After each change, the test compares the result with the same
 * pipeline over a plain list. {@code -Dspeedwell.incremental=N} sets the number of pipelines with few changes,
 * {@code -Dspeedwell.incremental.tables=N} the number of tables with 200 changes each, and {@code -Dspeedwell.seed=S} the
 * first seed. A failure names the seed of its pipeline.
 */
@Tag("oracle")
class IncrementalQueryTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.incremental", 12_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
    private static final int TABLES = Integer.getInteger("speedwell.incremental.tables", 20);
    private static final int CHANGES = 200;

    /** The number of incremental pipelines over each table with many changes. */
    private static final int PIPELINES_A_HISTORY = 25;

    private static final long PIPELINES_A_TABLE = 64;
    private static final long PIPELINES_A_COMPILATION = 4_096;

    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()),
            EntityTable.offline(new TortureApplicationBuilder()),
            EntityTable.offline(new MappedApplicationBuilder()));

    private final Map<String, Integer> refusals = new TreeMap<>();
    private PlainShapes shapes = PlainShapes.NONE;
    private long compilation = Long.MIN_VALUE;
    private int incremental;
    private int updates;
    private int failures;

    /** The number of changes that affect no row of the pipeline. */
    private int unaffected;

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void resultEqualsThatOfThePlainListAfterEveryChange() {
        RandomTable<?> table = table(SEED);
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            table = Math.floorMod(seed, PIPELINES_A_TABLE) == 0 ? table(seed) : table;
            check(table, seed);
        }
        report(PIPELINES);
        assertThat(incremental).isGreaterThan(PIPELINES / 4);
        assertThat(updates).isGreaterThan(PIPELINES / 4);
        assertThat(failures).isLessThan(updates / 20);
        assertThat(unaffected).isPositive();
    }

    @Test
    void resultEqualsThatOfThePlainListThroughALongHistory() {
        long seed = SEED;
        for (int i = 0; i < TABLES; i++) {
            RandomTable<?> table = RandomTable.withChanges(APPS, seed, CHANGES);
            int until = incremental + PIPELINES_A_HISTORY;
            for (int attempt = 0; incremental < until && attempt < 10 * PIPELINES_A_HISTORY; attempt++) {
                check(table, seed++);
            }
        }
        report(seed - SEED);
        assertThat(updates).isGreaterThan(TABLES * PIPELINES_A_HISTORY * CHANGES / 2);
        assertThat(failures).isLessThan(updates / 10);
        assertThat(unaffected).isPositive();
    }

    private void report(long pipelines) {
        System.out.printf(
                "%,d pipelines from seed %d: %,d are incremental, with %,d updates, of which %,d ended in"
                        + " an exception and %,d had no effect; the others: %s%n",
                pipelines, SEED, incremental, updates, failures, unaffected, refusals);
    }

    private static RandomTable<?> table(long seed) {
        return RandomTable.of(APPS, Math.floorDiv(seed, PIPELINES_A_TABLE), () -> {});
    }

    private PlainShapes shapes(long seed) {
        long number = Math.floorDiv(seed, PIPELINES_A_COMPILATION);
        if (number != compilation) {
            shapes = new PlainShapes(RandomTable.managers(APPS), new SplittableRandom(number));
            compilation = number;
        }
        return shapes;
    }

    private <E> void check(RandomTable<E> table, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        RandomTable.Version<E> first = table.versions().getFirst();
        RandomPipelines.Pipeline<E> pipeline = new RandomPipelines<>(
                        table.source(), shapes(seed), first.entities().size(), false, random)
                .next();
        String description = "seed %d: %s over %s".formatted(seed, pipeline.description(), table.description());
        IncrementalQuery<E, @Nullable Object> query = query(pipeline, first, description);
        if (query == null || query.refusal() != null) {
            refusals.merge(query == null ? "an exception" : refusal(query), 1, Integer::sum);
        } else {
            incremental++;
            follow(table, pipeline, query, description);
        }
    }

    private static String refusal(IncrementalQuery<?, ?> query) {
        return requireNonNull(query.refusal()).replaceAll("Of\\d+", "Plain");
    }

    /** Runs the query from scratch, and checks its result. Returns null if it throws, as over a list. */
    private static <E> @Nullable IncrementalQuery<E, @Nullable Object> query(
            RandomPipelines.Pipeline<E> pipeline, RandomTable.Version<E> version, String description) {
        @Nullable Object expected = pipeline.answer(version.entities().stream());
        TableStore<E> table = version.store();
        IncrementalQuery<E, @Nullable Object> query;
        try {
            query = new IncrementalQuery<>(
                    pipeline.run(),
                    reads -> EntityStream.of(table, false, reads),
                    (rows, reads) -> ChangedRows.stream(table, rows, reads),
                    FallbackListener.SILENT,
                    null);
        } catch (RuntimeException e) {
            RandomPipelines.assertSame(description, e.getClass(), expected);
            return null;
        }
        RandomPipelines.assertSame(description, query.result(), expected);
        return query;
    }

    private <E> void follow(
            RandomTable<E> table,
            RandomPipelines.Pipeline<E> pipeline,
            IncrementalQuery<E, @Nullable Object> first,
            String description) {
        IncrementalQuery<E, @Nullable Object> query = first;
        for (int i = 1; i < table.versions().size(); i++) {
            RandomTable.Version<E> latter = table.versions().get(i);
            String atVersion = description + ", version " + i;
            if (query != null && query.refusal() == null) {
                @Nullable Object expected = pipeline.answer(latter.entities().stream());
                updates++;
                TableStore<E> former = table.versions().get(i - 1).store();
                if (!isAffected(query, former, latter)) {
                    unaffected++;
                    RandomPipelines.assertSame(atVersion, query.result(), expected);
                    continue; // the query must follow the next change without this one
                }
                if (update(query, former, latter, i % 2 == 0)) {
                    RandomPipelines.assertSame(atVersion, query.result(), expected);
                    continue;
                }
                failures++; // the store then runs the pipeline from scratch
            }
            query = query(pipeline, latter, atVersion);
        }
    }

    private static <E> boolean isAffected(
            IncrementalQuery<E, ?> query, TableStore<E> former, RandomTable.Version<E> version) {
        TableStore<E> latter = version.store();
        int[] rows = version.changed();
        AffectedQueries index = new AffectedQueries(List.of(query.dependence()));
        return index.by(former, present(former, rows), latter, present(latter, rows))[0];
    }

    private static int[] present(TableStore<?> table, int[] rows) {
        return Arrays.stream(rows).filter(table::isPresent).toArray();
    }

    /**
     * Updates a query, and returns whether that was possible.
     *
     * @param isFew true if the query may treat the rows one by one
     */
    private static <E> boolean update(
            IncrementalQuery<E, @Nullable Object> query,
            TableStore<E> former,
            RandomTable.Version<E> version,
            boolean isFew) {
        TableStore<E> latter = version.store();
        int[] rows = version.changed();
        try {
            query.update(
                    List.of(
                            ChangedRows.change(false, former, rows, isFew),
                            ChangedRows.change(true, latter, rows, isFew)),
                    (listed, reads) -> ChangedRows.stream(latter, listed, reads),
                    FallbackListener.SILENT);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}
