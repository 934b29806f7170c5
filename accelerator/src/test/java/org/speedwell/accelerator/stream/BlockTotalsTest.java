package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.speedment.runtime.core.Speedment;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Totals of expressions, given as lambdas and as Speedment's expressions. They equal those of a list, and the engine
 * computes them in blocks of rows.
 */
@Tag("oracle")
class BlockTotalsTest {
    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final MixedManager MANAGER = APP.getOrThrow(MixedManager.class);

    /** The pipelines whose result does not depend on the order of the additions. */
    private static final Map<String, Function<Stream<Mixed>, Object>> EXACT = new LinkedHashMap<>();

    private static final Map<String, ToDoubleFunction<Stream<Mixed>>> REAL = new LinkedHashMap<>();

    static {
        EXACT.put(
                "lambda",
                s -> s.mapToLong(m -> m.getId() * 3L + m.getQuantity()).sum());
        EXACT.put(
                "expression",
                s -> s.mapToLong(Mixed.ID.multiply(3L).plus(Mixed.QUANTITY).asLong())
                        .sum());
        EXACT.put(
                "long statistics",
                s -> s.mapToLong(m -> m.getId() * 3L + m.getQuantity())
                        .summaryStatistics()
                        .toString());
        EXACT.put(
                "long average",
                s -> s.mapToLong(m -> m.getId() - m.getQuantity()).average());
        EXACT.put("int sum", s -> s.mapToInt(m -> m.getQuantity() * 7 + 1).sum());
        EXACT.put("int minimum", s -> s.mapToInt(m -> m.getQuantity() * 7 + 1).min());
        EXACT.put("int maximum", s -> s.mapToInt(Mixed.QUANTITY.plus(3).asInt()).max());
        EXACT.put(
                "int statistics",
                s -> s.mapToInt(m -> m.getQuantity() * 7 + 1)
                        .summaryStatistics()
                        .toString());
        EXACT.put(
                "double minimum",
                s -> s.mapToDouble(m -> m.getWeight() * 2.5 - m.getId()).min());
        EXACT.put(
                "double maximum",
                s -> s.mapToDouble(Mixed.WEIGHT.multiply(2.5).asDouble()).max());
        EXACT.put(
                "filtered",
                s -> s.filter(Mixed.QUANTITY.greaterThan(0))
                        .mapToLong(m -> m.getId() * 3L + m.getQuantity())
                        .sum());
        EXACT.put(
                "of a window",
                s -> s.sorted(Mixed.ID.reversed())
                        .skip(3)
                        .limit(1_100)
                        .mapToLong(m -> m.getId() * 3L + m.getQuantity())
                        .summaryStatistics()
                        .toString());
        EXACT.put("count", s -> s.mapToLong(m -> m.getId() / 3L).count());
        EXACT.put(
                "numbers one by one",
                s -> s.mapToLong(m -> m.getId() / 3L).boxed().toList());
        REAL.put("sum", s -> s.mapToDouble(m -> m.getWeight() * 2.5 - m.getId()).sum());
        REAL.put(
                "average",
                s -> s.mapToDouble(m -> m.getWeight() * 1e-9 + 1).average().orElse(-1));
        REAL.put(
                "expression",
                s -> s.mapToDouble(Mixed.WEIGHT.plus(Mixed.QUANTITY).asDouble()).sum());
        REAL.put(
                "in another order",
                s -> s.sorted(Mixed.WEIGHT)
                        .mapToDouble(m -> m.getWeight() * 0.3)
                        .sum());
        REAL.put(
                "filtered",
                s -> s.filter(Mixed.QUANTITY.lessThan(0))
                        .mapToDouble(m -> m.getWeight() * 0.3)
                        .sum());
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private record Rows(List<Mixed> list, TableStore<Mixed> table) {
        /** Creates a table without fees that are too large for doubles. */
        static Rows of(int size) {
            EntityTable.Shape shape = EntityTable.Shape.of(APP, MANAGER, 0);
            SplittableRandom random = new SplittableRandom(size);
            List<Mixed> list = new RandomEntities<>(MANAGER, shape, random).list(size, 10);
            list.forEach(row -> row.setWeight(random.nextDouble(-1e6, 1e9)));
            List<Mixed> sorted =
                    list.stream().sorted(Comparator.comparing(Mixed::getId)).toList();
            return new Rows(sorted, EntityTable.of(APP, MANAGER, shape, sorted, true, 10));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 1_023, 1_025, 4_097, 140_000})
    void totalsEqualThoseOfAList(int size) {
        Rows rows = Rows.of(size);
        EXACT.forEach((name, pipeline) -> {
            Object expected = pipeline.apply(rows.list.stream());
            assertThat(pipeline.apply(EntityStream.of(rows.table, false)))
                    .as(name)
                    .isEqualTo(expected);
            assertThat(pipeline.apply(EntityStream.of(rows.table, true)))
                    .as(name)
                    .isEqualTo(expected);
        });
        REAL.forEach((name, pipeline) -> {
            double expected = pipeline.applyAsDouble(rows.list.stream());
            assertThat(pipeline.applyAsDouble(EntityStream.of(rows.table, false)))
                    .as(name)
                    .isEqualTo(expected);
            assertThat(pipeline.applyAsDouble(EntityStream.of(rows.table, true)))
                    .as(name)
                    .isCloseTo(expected, within(Math.abs(expected) * 1e-12))
                    .isEqualTo(pipeline.applyAsDouble(EntityStream.of(rows.table, true)));
        });
    }

    /** Repeats the same stream: workers that add to one sum lose additions in some runs only. */
    @ParameterizedTest
    @ValueSource(strings = {"in another order", "filtered", "expression"})
    void parallelTotalsAreTheSameInEachRun(String name) {
        Rows rows = Rows.of(140_000);
        ToDoubleFunction<Stream<Mixed>> pipeline = requireNonNull(REAL.get(name));
        double expected = pipeline.applyAsDouble(rows.list.stream());
        double first = pipeline.applyAsDouble(EntityStream.of(rows.table, true));

        assertThat(first).isCloseTo(expected, within(Math.abs(expected) * 1e-12));
        for (int i = 0; i < 200; i++) {
            assertThat(pipeline.applyAsDouble(EntityStream.of(rows.table, true)))
                    .isEqualTo(first);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lambda", "expression", "filtered", "of a window", "int sum"})
    void totalsAreComputedInBlocks(String name) {
        ExecutionTrace trace = new ExecutionTrace();

        var _ = requireNonNull(EXACT.get(name))
                .apply(EntityStream.traced(Rows.of(2_000).table, trace, FallbackListener.SILENT));

        assertThat(trace.entities()).isZero();
        assertThat(requireNonNull(trace.tree()).what()).isEqualTo("totals of an expression, in blocks");
    }

    /**
     * Checks that the first row that fails decides the exception. The engine computes the left operands of a block
     * before the right ones.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void firstFailingRowThrows(boolean isFirstNull) {
        Rows rows = Rows.of(3_000);
        rows.list.forEach(row -> row.setOptAge(7).setQuantity(1));
        rows.list.get(isFirstNull ? 1_500 : 2_000).setOptAge(null);
        rows.list.get(isFirstNull ? 2_000 : 1_500).setQuantity(0);
        TableStore<Mixed> table =
                EntityTable.of(APP, MANAGER, EntityTable.Shape.of(APP, MANAGER, 0), rows.list, true, 10);
        Function<Stream<Mixed>, Object> failing = s -> s.mapToLong(
                        m -> m.getId() / m.getQuantity() + m.getOptAge().orElseThrow())
                .sum();

        assertThatThrownBy(() -> failing.apply(EntityStream.of(table, false)))
                .isInstanceOf(isFirstNull ? NoSuchElementException.class : ArithmeticException.class);
    }
}
