package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.live.ExplainedRun;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random pipelines over random tables, each compared with the same pipeline over a plain list. For some, the test also
 * compares the explanation with the run. {@code -Dspeedwell.pipelines=N} sets their number, {@code -Dspeedwell.seed=S}
 * the first seed. A failure names the seed of its pipeline.
 */
@Tag("oracle")
class RandomPipelineTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.pipelines", 4_000);

    /**
     * The number of consecutive seeds that share a table, whichever is first. Making a table takes longer than running
     * a pipeline.
     */
    private static final long PIPELINES_A_TABLE = 16;

    /**
     * The interval of sequential pipelines that the test explains. It explains none on large tables, because observing
     * entities is slow.
     */
    private static final int EXPLAINED = 6;

    private static final int MAX_EXPLAINED_ROWS = 5_000;

    private static final long SEED = Long.getLong("speedwell.seed", 20_261_121);

    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()),
            EntityTable.offline(new TortureApplicationBuilder()),
            EntityTable.offline(new MappedApplicationBuilder()));

    /** The number of consecutive seeds that share a compilation, which takes even longer. */
    private static final long PIPELINES_A_COMPILATION = 4_096;

    private PlainShapes shapes = PlainShapes.NONE;
    private long compilation = Long.MIN_VALUE;
    private final Set<PlainShapes.Shape> tested = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<String, Integer> reasons = new TreeMap<>();
    private int passed;
    private int read;

    private final ExplainedRun explained = new ExplainedRun();
    private int fallbacks;
    private int exceptions;

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void everyPipelineGivesTheResultOfThePlainList() {
        System.out.printf("%,d random pipelines from seed %d%n", PIPELINES, SEED);
        long start = System.nanoTime();
        RandomTable<?> table = table(SEED);
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            table = Math.floorMod(seed, PIPELINES_A_TABLE) == 0 ? table(seed) : table;
            check(table, seed);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%,d of them left columns for entities, %,d ended in an exception; %,.0f a second%n",
                fallbacks, exceptions, PIPELINES / seconds);
        System.out.printf("%,d of %,d shapes with plain lambdas are read; else %s%n", read, passed, reasons);
        assertThat(read).isGreaterThan(passed / 2);
    }

    private RandomTable<?> table(long seed) {
        return RandomTable.of(APPS, Math.floorDiv(seed, PIPELINES_A_TABLE), explained::onEntity);
    }

    private PlainShapes shapes(long seed) {
        long number = Math.floorDiv(seed, PIPELINES_A_COMPILATION);
        if (number != compilation) {
            shapes = new PlainShapes(RandomTable.managers(APPS), new SplittableRandom(number));
            compilation = number;
        }
        return shapes;
    }

    private <E> void countRead(RandomTable<E> table, PlainOperation<E> plain, String description) {
        if (table.entities().isEmpty() || !tested.add(plain.shape())) {
            return;
        }
        List<String> left = plain.fallbacks(table.store());
        if (plain.shape().isHelped()) {
            assertThat(left).as(plain + " in " + description).isNotEmpty();
        } else {
            passed++;
            read += left.isEmpty() ? 1 : 0;
            left.forEach(reason ->
                    reasons.merge(plain.shape().kind() + ": " + reason.replaceAll("Of\\d+", "Plain"), 1, Integer::sum));
        }
    }

    private <E> void check(RandomTable<E> table, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<E> entities = table.entities();
        boolean parallel = random.nextInt(4) == 0;
        RandomPipelines.Pipeline<E> pipeline =
                new RandomPipelines<>(table.source(), shapes(seed), entities.size(), parallel, random).next();
        String description = "seed %d: %s%s over %s"
                .formatted(seed, parallel ? "parallel " : "", pipeline.description(), table.description());

        @Nullable Object expected = pipeline.answer(parallel ? entities.parallelStream() : entities.stream());
        RandomPipelines.assertSame(
                description,
                pipeline.answer(EntityStream.of(table.store(), parallel, (_, _, _, _) -> fallbacks++)),
                expected);
        pipeline.plain().forEach(plain -> countRead(table, plain, description));
        if (expected instanceof Class<?>) {
            exceptions++;
        } else if (!parallel && seed % EXPLAINED == 0 && entities.size() <= MAX_EXPLAINED_ROWS) {
            checkExplained(table, pipeline, expected, description);
        }
    }

    private <E> void checkExplained(
            RandomTable<E> table, RandomPipelines.Pipeline<E> pipeline, @Nullable Object expected, String description) {
        List<String> wrong;
        try {
            wrong = explained.run(table.store(), pipeline.run(), expected, pipeline.isCount());
        } catch (RuntimeException e) {
            wrong = List.of(e.toString());
        }
        assertThat(wrong).as("explained, %s", description).isEmpty();
    }
}
