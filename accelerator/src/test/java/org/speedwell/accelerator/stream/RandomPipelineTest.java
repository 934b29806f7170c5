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
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Random pipelines over random tables, each against the same pipeline over a plain list. {@code -Dspeedwell.pipelines=N}
 * sets how many, {@code -Dspeedwell.seed=S} where they start; a failure names the seed of its pipeline.
 */
class RandomPipelineTest {
    private static final int PIPELINES = Integer.getInteger("speedwell.pipelines", 2_000);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_121);

    private static final List<Speedment> APPS = List.of(
            EntityTable.offline(new SakilaApplicationBuilder()), EntityTable.offline(new TortureApplicationBuilder()));

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
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Manager<?> manager = MANAGERS.get(random.nextInt(MANAGERS.size()));
            Speedment app = APPS.stream()
                    .filter(candidate -> candidate.getOrThrow(ManagerComponent.class).stream()
                            .anyMatch(manager::equals))
                    .findFirst()
                    .orElseThrow();
            check(app, manager, seed, random);
        }
        System.out.printf("%,d of them left columns for entities, %,d ended in an exception%n", fallbacks, exceptions);
    }

    private <E> void check(Speedment app, Manager<E> manager, long seed, SplittableRandom random) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, random.nextInt(4));
        RandomEntities<E> source = new RandomEntities<>(manager, shape, random);
        int size = List.of(0, 1, 7, 64, 65, 300).get(random.nextInt(6));
        int nulls = List.of(0, 20, 100).get(random.nextInt(3));
        List<E> entities = source.list(size, nulls);
        int precision = List.of(10, 18, 19, 40).get(random.nextInt(4));
        boolean distinct = random.nextBoolean() && new HashSet<>(entities).size() == size;
        TableStore<E> table =
                EntityTable.of(app, manager, shape, entities, random.nextBoolean(), precision, distinct, () -> {});
        boolean parallel = random.nextInt(4) == 0;
        RandomPipelines<E> pipelines = new RandomPipelines<>(manager, shape, source, size, parallel, random);
        RandomPipelines.Pipeline<E> pipeline = pipelines.next();

        @Nullable Object expected = run(pipeline.run(), parallel ? entities.parallelStream() : entities.stream());
        @Nullable Object actual = run(pipeline.run(), EntityStream.of(table, parallel, (_, _, _, _) -> fallbacks++));

        exceptions += expected instanceof Class<?> ? 1 : 0;
        assertThat(actual)
                .as(
                        "seed %d: %s%s over %d rows of %s",
                        seed,
                        parallel ? "parallel " : "",
                        pipeline.description(),
                        size,
                        manager.getTableIdentifier().getTableId())
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
