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
import org.speedwell.accelerator.incremental.IncrementalQuery;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random pipelines that follow random changes of a table. After each change, the test compares the result with the same
 * pipeline over a plain list. {@code -Dspeedwell.incremental=N} sets the number of pipelines, {@code -Dspeedwell.seed=S}
 * the first seed. A failure names the seed of its pipeline.
 */
@Tag("oracle")
class IncrementalQueryTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.incremental", 12_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
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
        System.out.printf(
                "%,d pipelines from seed %d: %,d are incremental, with %,d updates, of which %,d ended in"
                        + " an exception; the others: %s%n",
                PIPELINES, SEED, incremental, updates, failures, refusals);
        assertThat(incremental).isGreaterThan(PIPELINES / 12);
        assertThat(updates).isGreaterThan(PIPELINES / 12);
        assertThat(failures).isLessThan(updates / 20);
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
        @Nullable Object expected = pipeline.answer(first.entities().stream());
        IncrementalQuery<E, @Nullable Object> query;
        try {
            query = new IncrementalQuery<>(
                    pipeline.run(),
                    reads -> EntityStream.of(first.store(), false, reads),
                    FallbackListener.SILENT,
                    null);
        } catch (RuntimeException e) {
            RandomPipelines.assertSame(description, e.getClass(), expected);
            return;
        }
        RandomPipelines.assertSame(description, query.result(), expected);
        String refusal = query.refusal();
        if (refusal == null) {
            incremental++;
            follow(table, pipeline, query, description);
        } else {
            refusals.merge(refusal.replaceAll("Of\\d+", "Plain"), 1, Integer::sum);
        }
    }

    private <E> void follow(
            RandomTable<E> table,
            RandomPipelines.Pipeline<E> pipeline,
            IncrementalQuery<E, @Nullable Object> query,
            String description) {
        for (int i = 1; i < table.versions().size(); i++) {
            TableStore<E> former = table.versions().get(i - 1).store();
            TableStore<E> latter = table.versions().get(i).store();
            int[] rows = requireNonNull(latter.editedSince(former), description);
            @Nullable Object expected = pipeline.answer(table.versions().get(i).entities().stream());
            updates++;
            try {
                query.update(
                        List.of(change(false, former, rows), change(true, latter, rows)),
                        reads -> EntityStream.ofRows(latter, new int[0], reads),
                        FallbackListener.SILENT);
            } catch (RuntimeException e) { // the store then runs the pipeline from scratch
                failures++;
                return;
            }
            RandomPipelines.assertSame(description + ", version " + i, query.result(), expected);
        }
    }

    private static <E> IncrementalQuery.Change<E> change(boolean isAdded, TableStore<E> table, int[] rows) {
        int[] present = Arrays.stream(rows).filter(table::isPresent).toArray();
        return new IncrementalQuery.Change<>(
                isAdded, reads -> EntityStream.ofRows(table, present, reads), FallbackListener.SILENT);
    }
}
