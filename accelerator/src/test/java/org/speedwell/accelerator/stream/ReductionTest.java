package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * {@code reduce} with functions that the engine computes from the keys of a column, and with similar functions that it
 * must call.
 */
@SuppressWarnings("all") // deliberately good and bad user code
@Tag("oracle")
class ReductionTest {
    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final BinaryOperator<BigDecimal> ADD = BigDecimal::add;
    private static final List<Mixed> ROWS;
    private static final TableStore<Mixed> TABLE;

    /** Rows with NULL prices. */
    private static final List<Mixed> PARTLY_FREE;

    private static final TableStore<Mixed> WITH_NULLS;

    static {
        MixedManager manager = APP.getOrThrow(MixedManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        SplittableRandom random = new SplittableRandom(5);
        PARTLY_FREE = new RandomEntities<>(manager, shape, random).list(700, 10);
        WITH_NULLS = EntityTable.of(APP, manager, shape, PARTLY_FREE, true, 10);
        ROWS = new RandomEntities<>(manager, shape, random).list(700, 10);
        for (Mixed row : ROWS) {
            row.setPrice(BigDecimal.valueOf(random.nextInt(-1_000_000, 1_000_000), 2));
            row.setQuantity(random.nextInt());
        }
        TABLE = EntityTable.of(APP, manager, shape, ROWS, true, 10);
    }

    private interface Reducing extends Function<Stream<Mixed>, Object> {}

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Object outcome(Reducing reducing, Stream<Mixed> rows) {
        try {
            return reducing.apply(rows);
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    /** Checks the result, and whether the steps compute totals of keys. */
    private static void assertTotals(boolean byKeys, Reducing reducing) {
        ExecutionTrace trace = new ExecutionTrace();
        Object explained = outcome(reducing, EntityStream.traced(TABLE, trace, FallbackListener.SILENT));
        assertThat(explained).isEqualTo(outcome(reducing, ROWS.stream()));
        assertThat(String.valueOf(trace.tree()).contains("totals of")).isEqualTo(byKeys);
        assertSame(TABLE, ROWS, reducing);
        assertSame(WITH_NULLS, PARTLY_FREE, reducing);
    }

    private static void assertSame(TableStore<Mixed> table, List<Mixed> rows, Reducing reducing) {
        assertThat(outcome(reducing, EntityStream.of(table, false))).isEqualTo(outcome(reducing, rows.stream()));
        assertThat(outcome(reducing, EntityStream.of(table, true))).isEqualTo(outcome(reducing, rows.parallelStream()));
    }

    @Test
    void sumsUseTotalsOfKeys() {
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(BigDecimal.ZERO, BigDecimal::add));
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(BigDecimal.ZERO, (a, b) -> a.add(b)));
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(BigDecimal.ZERO, (a, b) -> b.add(a)));
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(BigDecimal::add));
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(ADD));
        assertTotals(
                true,
                s -> s.filter(Mixed.QUANTITY.greaterThan(0))
                        .map(Mixed::getPrice)
                        .reduce(new BigDecimal("0.00000"), BigDecimal::add));
        assertTotals(true, s -> s.map(Mixed::getQuantity).reduce(0, Integer::sum));
        assertTotals(true, s -> s.map(Mixed::getQuantity).reduce(0, (a, b) -> a + b));
        assertTotals(
                true,
                s -> s.sorted(Mixed.QUANTITY.comparator())
                        .map(row -> row.getQuantity())
                        .reduce(Integer::sum));
        assertTotals(true, s -> s.map(Mixed::getId).reduce(0L, Long::sum));
        assertTotals(true, s -> s.map(Mixed::getId).reduce((a, b) -> b + a));
        assertTotals(true, s -> s.mapToInt(Mixed::getQuantity).reduce(0, Integer::sum));
        assertTotals(true, s -> s.mapToInt(Mixed.QUANTITY).reduce((a, b) -> a + b));
        assertTotals(true, s -> s.mapToLong(Mixed::getId).reduce(0, Long::sum));
        assertTotals(true, s -> s.mapToLong(Mixed::getQuantity).reduce(0, (a, b) -> a + b));
    }

    @Test
    void extremesUseTotalsOfKeys() {
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(BigDecimal::max));
        assertTotals(true, s -> s.map(Mixed::getPrice).reduce(new BigDecimal("1E+9"), (a, b) -> a.min(b)));
        assertTotals(true, s -> s.map(Mixed::getQuantity).reduce(7, Math::max));
        assertTotals(true, s -> s.map(Mixed::getQuantity).reduce(Integer::min));
        assertTotals(true, s -> s.map(Mixed::getId).reduce(7L, Math::max));
        assertTotals(true, s -> s.mapToInt(Mixed::getQuantity).reduce(Math::min));
        assertTotals(true, s -> s.mapToLong(Mixed::getId).reduce(Long.MAX_VALUE, Long::min));
        assertTotals(true, s -> s.mapToInt(Mixed::getQuantity).reduce(0, Integer::max));
    }

    @Test
    void noRowsGiveTheIdentity() {
        BigDecimal identity = new BigDecimal("7.1234");
        assertTotals(
                true,
                s -> s.filter(Mixed.ID.equal(Long.MIN_VALUE).and(Mixed.QUANTITY.equal(1)))
                        .map(Mixed::getPrice)
                        .reduce(identity, BigDecimal::max));
        assertTotals(
                true,
                s -> s.filter(Mixed.ID.equal(Long.MIN_VALUE).and(Mixed.QUANTITY.equal(1)))
                        .map(Mixed::getPrice)
                        .reduce(BigDecimal::add));
        assertTotals(
                true,
                s -> s.filter(Mixed.ID.equal(Long.MIN_VALUE).and(Mixed.QUANTITY.equal(1)))
                        .mapToInt(Mixed::getQuantity)
                        .reduce(Integer::sum));
    }

    @Test
    void scalesAndIdentitiesEqualThoseOfAList() {
        for (String identity : List.of("0", "0.000", "0E+3", "-0.0", "9999.99")) {
            BigDecimal start = new BigDecimal(identity);
            Reducing greatest = s -> s.map(Mixed::getPrice).reduce(start, BigDecimal::max);
            assertSame(TABLE, ROWS, greatest);
            Reducing sum = s -> s.map(Mixed::getPrice).reduce(start, BigDecimal::add);
            assertThat(outcome(sum, EntityStream.of(TABLE, false))).isEqualTo(outcome(sum, ROWS.stream()));
        }
        Reducing fromSeven = s -> s.map(Mixed::getQuantity).reduce(7, Integer::sum);
        assertThat(outcome(fromSeven, EntityStream.of(TABLE, false))).isEqualTo(outcome(fromSeven, ROWS.stream()));
    }

    @Test
    void otherFunctionsAreCalledPerValue() {
        assertTotals(false, s -> s.map(Mixed::getQuantity).reduce(0, (a, b) -> a - b == 0 ? a : b));
        assertTotals(false, s -> s.map(Mixed::getQuantity).reduce((a, b) -> a));
        assertTotals(false, s -> s.map(Mixed::getQuantity).reduce((a, b) -> a | b));
        assertTotals(false, s -> s.map(Mixed::getQuantity).reduce((a, b) -> a + a == 0 ? b : a));
        assertTotals(false, s -> s.mapToInt(Mixed::getQuantity).reduce((a, b) -> Math.max(a, a)));
        assertTotals(false, s -> s.map(Mixed::getPrice).reduce(BigDecimal.ZERO, (a, b) -> b.max(a)));
        assertTotals(false, s -> s.map(Mixed::getPrice).skip(3).reduce(BigDecimal.ZERO, BigDecimal::add));
        assertTotals(false, s -> s.map(Mixed::getPrice).distinct().reduce(BigDecimal.ZERO, BigDecimal::add));
        assertTotals(false, s -> s.mapToInt(Mixed::getQuantity).skip(3).reduce(0, Integer::sum));
        assertTotals(false, s -> s.map(Mixed::getPrice).reduce(null, BigDecimal::add));
        assertTotals(false, s -> s.map(Mixed::getPrice).reduce(new Counting(), BigDecimal::max));
    }

    /** A number that overrides {@code max}. */
    private static final class Counting extends BigDecimal {
        Counting() {
            super(0);
        }

        @Override
        public BigDecimal max(BigDecimal other) {
            return other;
        }
    }

    @Test
    void valuesOfAnotherClassFailAsOverAList() {
        assertTotals(false, s -> ((Stream<Long>) (Stream<?>) s.map(Mixed::getQuantity)).reduce(0L, Long::sum));
        assertTotals(false, s -> ((Stream<BigDecimal>) (Stream<?>) s.map(Mixed::getQuantity)).reduce(BigDecimal::add));
    }

    @Test
    void deletedRowIsNotRead() {
        MixedManager manager = APP.getOrThrow(MixedManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        List<Mixed> rows = new RandomEntities<>(manager, shape, new SplittableRandom(7)).list(20, 0);
        rows.forEach(row -> row.setPrice(null));
        for (int precision : new int[] {2, 10, 18, 30, 65}) {
            TableStore<Mixed> before = EntityTable.of(APP, manager, shape, rows, true, precision);
            TableStore<Mixed> table =
                    EntityTable.edit(APP, manager, shape, before, precision, new int[0], List.of(), new int[] {0, 1});
            List<Mixed> rest = rows.subList(2, rows.size());
            assertSame(table, rest, s -> s.map(Mixed::getPrice).reduce(BigDecimal.ZERO, BigDecimal::add));
            assertSame(table, rest, s -> s.map(Mixed::getPrice).reduce(BigDecimal::max));
            assertSame(table, rest, s -> ((Stream<Integer>) (Stream<?>) s.map(Mixed::getPrice)).reduce(7, Math::max));
        }
    }

    @Test
    void functionsWithEffectsAreCalled() {
        AtomicInteger calls = new AtomicInteger();
        List<Object> seen = new ArrayList<>();
        Reducing noting = s -> s.map(Mixed::getQuantity).reduce(0, (a, b) -> {
            seen.add(b);
            calls.incrementAndGet();
            return a + b;
        });
        assertThat(noting.apply(EntityStream.of(TABLE, false))).isEqualTo(noting.apply(ROWS.stream()));
        assertThat(calls.get()).isEqualTo(2 * ROWS.size());
        assertThat(seen.subList(0, ROWS.size())).isEqualTo(seen.subList(ROWS.size(), seen.size()));
    }
}
