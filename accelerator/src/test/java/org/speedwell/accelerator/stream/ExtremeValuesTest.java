package org.speedwell.accelerator.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;
import static org.speedwell.accelerator.query.Expressions.compare;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.torture.Integers;
import org.speedwell.torture.IntegersManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Pipelines over the smallest and largest numbers of each type, over NULLs, and over rows that throw, compared with a
 * plain list.
 */
@Tag("oracle")
class ExtremeValuesTest {
    private static final Speedment APP = EntityTable.offline(new TortureApplicationBuilder());
    private static final List<Integers> ROWS;
    private static final TableStore<Integers> TABLE;

    static {
        IntegersManager manager = APP.getOrThrow(IntegersManager.class);
        EntityTable.Shape shape = EntityTable.Shape.of(APP, manager, 2);
        ROWS = new RandomEntities<>(manager, shape, new SplittableRandom(5)).list(200, 10);
        long[] bigs = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE};
        int[] plains = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, 0, Integer.MAX_VALUE};
        byte[] tinies = {Byte.MIN_VALUE, -1, 0, Byte.MAX_VALUE};
        for (int i = 0; i < ROWS.size(); i++) {
            Integers row = ROWS.get(i);
            row.setId(i);
            row.setBig(bigs[i % bigs.length]);
            row.setPlain(plains[i % plains.length]);
            row.setTiny(tinies[i % tinies.length]);
            row.setOptPlain(i == 7 ? null : i);
            row.setOptTiny(i % 3 == 0 ? null : (byte) (i % 3));
        }
        TABLE = EntityTable.of(APP, manager, shape, ROWS, false, 10);
    }

    @AfterAll
    static void stop() {
        APP.stop();
    }

    private static Object outcome(Function<Stream<Integers>, Object> pipeline, Stream<Integers> rows) {
        try {
            return pipeline.apply(rows);
        } catch (RuntimeException e) {
            return e.getClass();
        }
    }

    private static void assertSame(Function<Stream<Integers>, Object> pipeline) {
        assertThat(outcome(pipeline, EntityStream.of(TABLE, false))).isEqualTo(outcome(pipeline, ROWS.stream()));
    }

    private static List<Integer> ids(Stream<Integers> rows) {
        return rows.map(Integers::getId).toList();
    }

    /**
     * Checks a filter in three places. Blocks test a filter of the table. The engine tests single rows after
     * {@code sorted} and in {@code dropWhile}.
     */
    private static void assertFilters(Function<Stream<Integers>, Stream<Integers>> filter) {
        assertSame(s -> ids(filter.apply(s)));
        assertSame(s -> ids(filter.apply(s.sorted((a, b) -> Integer.compare(b.getId(), a.getId())))));
        assertSame(s -> ids(filter.apply(s.skip(3))));
    }

    @Test
    void longsAreComparedExactly() {
        for (long constant : new long[] {Long.MIN_VALUE + 1, Long.MAX_VALUE, Long.MAX_VALUE - 1}) {
            assertFilters(s -> s.filter(row -> (row.getBig() & -1L) >= constant));
            assertFilters(s -> s.filter(row -> (row.getBig() & -1L) == constant));
            assertFilters(s -> s.filter(row -> Math.abs(row.getBig()) > constant));
            assertFilters(s -> s.dropWhile(row -> Math.abs(row.getBig()) < constant));
        }
        assertFilters(s -> s.filter(row -> row.getBig() + row.getId() > row.getBig()));
    }

    @Test
    void absoluteValueWrapsAtTheWidthOfItsType() {
        assertSame(s -> s.mapToInt(Integers.PLAIN.asInt().abs()).boxed().toList());
        assertSame(
                s -> s.mapToLong(Integers.PLAIN.asInt().abs().asLong()).boxed().toList());
        assertFilters(s -> s.filter(compare(Integers.PLAIN.asInt().abs()).greaterThan(5)));
        assertFilters(s -> s.filter(compare(Integers.TINY.abs().plus(1)).greaterThan(100)));
        assertSame(s -> s.mapToLong(Integers.BIG.asLong().abs()).boxed().toList());
        assertSame(s -> s.map(Integers.TINY.abs()::applyAsByte).toList());
        assertSame(s -> s.mapToInt(Integers.TINY.abs().asInt()).boxed().toList());
        assertSame(s -> s.mapToInt(row -> Math.abs(row.getPlain())).boxed().toList());
    }

    @Test
    void nullableBooleanIsNotACondition() {
        assertFilters(s -> s.filter(row -> row.getOptBig().isPresent()
                || row.getOptTiny().map(tiny -> true).orElse(true)));
        assertFilters(s -> s.filter(row -> row.getOptTiny().map(tiny -> true).orElse(true)));
        assertFilters(s -> s.filter(row -> row.getOptTiny().map(tiny -> true).orElse(false)));
        assertFilters(s -> s.filter(row -> row.getOptTiny().map(tiny -> false).orElse(true)));
        assertFilters(
                s -> s.filter(row -> row.getOptTiny().map(tiny -> tiny > 0).orElse(true)));
        assertFilters(s -> s.filter(row -> !row.getOptTiny().map(tiny -> false).orElse(false)));
        assertFilters(s -> s.dropWhile(row -> row.getOptUbig().map(big -> true).orElse(true)));
    }

    /** Compares with the JDK, which counts without calling {@code map}, but calls {@code mapMulti}. */
    @Test
    void countCallsMapMulti() {
        assertSame(s -> s.mapMultiToInt(
                        (row, sink) -> sink.accept(row.getOptPlain().getAsInt()))
                .count());
        assertSame(s -> s.skip(3)
                .mapMultiToInt((row, sink) -> sink.accept(row.getOptPlain().getAsInt()))
                .count());
        assertSame(s -> s.sorted((a, b) -> Integer.compare(a.getId(), b.getId()))
                .mapMulti((row, sink) -> sink.accept(row.getOptPlain().getAsInt()))
                .count());
        assertSame(s -> s.mapToInt(row -> row.getOptPlain().getAsInt()).count());
    }

    /** Checks that a failing collector of an earlier row wins over a failing filter of a later row. */
    @Test
    void exceptionOfTheFirstFailingRowIsThrown() {
        int[] failing = {100}; // its content may change, so the filter's arithmetic is opaque
        var sums = Aggregation.of(
                        summingLong((Integers row) -> row.getOptPlain().getAsInt()))
                .into(Total.class);
        assertSame(s -> s.filter(row -> 1 / (row.getId() - failing[0]) < 2).collect(sums));
        assertSame(s ->
                s.filter(row -> 1 / (row.getId() - failing[0]) < 2).limit(50).collect(sums));
        assertSame(s ->
                s.filter(row -> 1 / (row.getId() - failing[0]) < 2).skip(50).collect(sums));
    }

    record Total(long sum) {}
}
