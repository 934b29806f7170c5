package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.load.EntityTable;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.mapped.MappedApplicationBuilder;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random pipelines over random tables, each against the same pipeline over a plain list. {@code -Dspeedwell.pipelines=N}
 * sets how many, {@code -Dspeedwell.seed=S} where they start; a failure names the seed of its pipeline.
 */
class RandomPipelineTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.pipelines", 4_000);

    /** A table takes longer to make than a pipeline to run. Seeds that follow each other share one, whichever is first. */
    private static final long PIPELINES_A_TABLE = 16;

    private static final long SEED = Long.getLong("speedwell.seed", 20_261_121);

    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()),
            EntityTable.offline(new TortureApplicationBuilder()),
            EntityTable.offline(new MappedApplicationBuilder()));

    private static final List<Manager<?>> MANAGERS = APPS.stream()
            .flatMap(app -> app.getOrThrow(ManagerComponent.class).stream())
            .<Manager<?>>map(manager -> manager)
            .sorted(Comparator.comparing(manager -> manager.getTableIdentifier().toString()))
            .toList();

    private int fallbacks;
    private int exceptions;

    @AfterAll
    static void stop() {
        APPS.forEach(Speedment::stop);
    }

    @Test
    void everyPipelineGivesWhatThePlainListGives() {
        System.out.printf("%,d random pipelines from seed %d%n", PIPELINES, SEED);
        long begun = System.nanoTime();
        Sample<?> sample = sample(Math.floorDiv(SEED, PIPELINES_A_TABLE));
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            long tableSeed = Math.floorDiv(seed, PIPELINES_A_TABLE);
            sample = sample.seed == tableSeed ? sample : sample(tableSeed);
            check(sample, seed);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.out.printf(
                "%,d of them left columns for entities, %,d ended in an exception; %,.0f a second%n",
                fallbacks, exceptions, PIPELINES / seconds);
    }

    /** Random entities, in a list and in a table. */
    private record Sample<E>(
            long seed,
            Manager<E> manager,
            EntityTable.Shape shape,
            RandomEntities<E> source,
            List<E> entities,
            TableStore<E> table) {}

    private static Sample<?> sample(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Manager<?> manager = MANAGERS.get(random.nextInt(MANAGERS.size()));
        Speedment app = APPS.stream()
                .filter(candidate ->
                        candidate.getOrThrow(ManagerComponent.class).stream().anyMatch(manager::equals))
                .findFirst()
                .orElseThrow();
        return sample(app, manager, seed, random);
    }

    private static <E> Sample<E> sample(Speedment app, Manager<E> manager, long seed, SplittableRandom random) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, random.nextInt(4));
        RandomEntities<E> source = new RandomEntities<>(manager, shape, random);
        int size = List.of(0, 1, 7, 64, 65, 300).get(random.nextInt(6));
        int nulls = List.of(0, 20, 100).get(random.nextInt(3));
        List<E> entities = source.list(size, nulls);
        int precision = List.of(10, 18, 19, 40).get(random.nextInt(4));
        boolean distinct = random.nextBoolean() && new HashSet<>(entities).size() == size;
        TableStore<E> table =
                EntityTable.of(app, manager, shape, entities, random.nextBoolean(), precision, distinct, () -> {});
        return new Sample<>(seed, manager, shape, source, entities, table);
    }

    private <E> void check(Sample<E> sample, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<E> entities = sample.entities;
        boolean parallel = random.nextInt(4) == 0;
        RandomPipelines<E> pipelines = new RandomPipelines<>(
                sample.manager,
                sample.shape,
                new RandomEntities<>(sample.source, random),
                entities.size(),
                parallel,
                random);
        RandomPipelines.Pipeline<E> pipeline = pipelines.next();

        @Nullable Object expected = run(pipeline.run(), parallel ? entities.parallelStream() : entities.stream());
        @Nullable
        Object actual = run(pipeline.run(), EntityStream.of(sample.table, parallel, (_, _, _, _) -> fallbacks++));

        exceptions += expected instanceof Class<?> ? 1 : 0;
        assertThat(actual)
                .as(
                        "seed %d: %s%s over %d rows of %s",
                        seed,
                        parallel ? "parallel " : "",
                        pipeline.description(),
                        entities.size(),
                        sample.manager.getTableIdentifier().getTableId())
                .isEqualTo(expected);
    }

    private static <E> @Nullable Object run(Function<Stream<E>, @Nullable Object> pipeline, Stream<E> stream) {
        try {
            return pipeline.apply(stream);
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }
}
