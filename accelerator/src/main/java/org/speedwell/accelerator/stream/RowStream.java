package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.ComparatorResolver;
import org.speedwell.accelerator.expression.ExpressionResolver;
import org.speedwell.accelerator.expression.PredicateResolver;
import org.speedwell.accelerator.expression.RowExpression;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.plan.Trace;
import org.speedwell.accelerator.store.TableStore;

/**
 * The entities of rows that come one by one from a stream of the JDK: what follows a query that has its window, or has an
 * expression in it. Tests, orders and maps still read columns; an entity is made where one is handed out. Laziness,
 * order and parallel running are the JDK's.
 */
final class RowStream<E> extends ForwardingStream<E> {
    private final TableStore<E> table;
    private IntStream rows;
    private final FallbackListener fallbacks;
    private final @Nullable Trace trace;
    private boolean linked;

    /** How many rows came so far; counted for a trace only. */
    private final LongAdder seen = new LongAdder();

    /** All four modes of the pipeline are those of {@code rows}. */
    RowStream(TableStore<E> table, IntStream rows, FallbackListener fallbacks, @Nullable Trace trace) {
        this.table = table;
        this.rows = trace == null ? rows : rows.peek(_ -> seen.increment());
        this.fallbacks = fallbacks;
        this.trace = trace;
    }

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null ? opaque("filter", predicate).filter(predicate) : next("filter", link().filter(test));
    }

    @Override
    public Stream<E> takeWhile(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null
                ? opaque("takeWhile", predicate).takeWhile(predicate)
                : next("takeWhile", link().takeWhile(test));
    }

    @Override
    public Stream<E> dropWhile(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null
                ? opaque("dropWhile", predicate).dropWhile(predicate)
                : next("dropWhile", link().dropWhile(test));
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        Comparator<Integer> order = order(table, requireNonNull(comparator));
        return order == null
                ? opaque("sorted", comparator).sorted(comparator)
                : next("sorted", link().boxed().sorted(order).mapToInt(Integer::intValue));
    }

    @Override
    public Stream<E> distinct() {
        if (table.hasPrimaryKey()) {
            // The filter lets all pass, and hides the size: see StreamState.hideSize
            return next("distinct", link().filter(_ -> true));
        }
        tell("distinct", "the table has no primary key", null);
        return jdk().distinct();
    }

    @Override
    public Stream<E> skip(long n) {
        return next("skip", link().skip(n));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        return next("limit", link().limit(maxSize));
    }

    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> mapper) {
        IntFunction<@Nullable Object> value = value(table, requireNonNull(mapper));
        return value == null ? opaque("map", mapper).map(mapper) : mapped(link(), value);
    }

    @SuppressWarnings("unchecked") // the column holds what the field gives
    static <R> Stream<R> mapped(IntStream rows, IntFunction<@Nullable Object> value) {
        return rows.mapToObj(row -> (R) value.apply(row));
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        RowExpression expression = ExpressionResolver.resolve(table, requireNonNull(mapper));
        return expression == null ? opaque("mapToInt", mapper).mapToInt(mapper) : ints(table, link(), expression);
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        RowExpression expression = ExpressionResolver.resolve(table, requireNonNull(mapper));
        return expression == null ? opaque("mapToLong", mapper).mapToLong(mapper) : longs(table, link(), expression);
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        RowExpression expression = ExpressionResolver.resolve(table, requireNonNull(mapper));
        return expression == null
                ? opaque("mapToDouble", mapper).mapToDouble(mapper)
                : doubles(table, link(), expression);
    }

    static IntStream ints(TableStore<?> table, IntStream rows, RowExpression expression) {
        IntToLongFunction value = expression.whole();
        return rows.map(row -> {
            long number = value.applyAsLong(row);
            table.keepAlive();
            return (int) number;
        });
    }

    static LongStream longs(TableStore<?> table, IntStream rows, RowExpression expression) {
        IntToLongFunction value = expression.whole();
        return rows.mapToLong(row -> {
            long number = value.applyAsLong(row);
            table.keepAlive();
            return number;
        });
    }

    static DoubleStream doubles(TableStore<?> table, IntStream rows, RowExpression expression) {
        IntToDoubleFunction value = expression.real();
        return rows.mapToDouble(row -> {
            double number = value.applyAsDouble(row);
            table.keepAlive();
            return number;
        });
    }

    /** What a field or expression gives for a row, as an object, or null where the function is neither. */
    static @Nullable IntFunction<@Nullable Object> value(TableStore<?> table, Function<?, ?> mapper) {
        RowExpression expression = ExpressionResolver.resolve(table, mapper);
        if (expression == null) {
            return null;
        }
        IntFunction<@Nullable Object> boxed = expression.boxed();
        return row -> {
            Object value = boxed.apply(row);
            table.keepAlive();
            return value;
        };
    }

    /** The order of rows that a comparator of fields or an expression means, or null where it is opaque. */
    static @Nullable Comparator<Integer> order(TableStore<?> table, Comparator<?> comparator) {
        IntBinaryOperator expression = ComparatorResolver.resolve(table, comparator);
        if (expression != null) {
            return (a, b) -> {
                int compared = expression.applyAsInt(a, b);
                table.keepAlive();
                return compared;
            };
        }
        RowOrder order = fieldOrder(table, comparator);
        return order == null
                ? null
                : (a, b) -> {
                    int compared = order.compare(table, a, b);
                    table.keepAlive();
                    return compared;
                };
    }

    @SuppressWarnings("unchecked") // a comparator of other entities names none of the table's columns
    private static <E> @Nullable RowOrder fieldOrder(TableStore<E> table, Comparator<?> comparator) {
        return RowOrder.of(table, (Comparator<? super E>) comparator);
    }

    @Override
    public long count() {
        // For a trace the rows have to come, even where their number is known
        return trace == null ? link().count() : link().mapToLong(_ -> 1).sum();
    }

    @Override
    public Optional<E> findFirst() {
        return entity(link().findFirst());
    }

    @Override
    public Optional<E> findAny() {
        return entity(link().findAny());
    }

    private Optional<E> entity(OptionalInt row) {
        return row.isEmpty() ? Optional.empty() : Optional.of(made(row.getAsInt()));
    }

    private E made(int row) {
        if (trace != null) {
            trace.entityMade();
        }
        return table.entity(row);
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        Comparator<Integer> order = order(table, requireNonNull(comparator));
        return order == null
                ? opaque("min", comparator).min(comparator)
                : link().boxed().min(order).map(this::made);
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        Comparator<Integer> order = order(table, requireNonNull(comparator));
        return order == null
                ? opaque("max", comparator).max(comparator)
                : link().boxed().max(order).map(this::made);
    }

    @Override
    public boolean anyMatch(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null ? opaque("anyMatch", predicate).anyMatch(predicate) : link().anyMatch(test);
    }

    @Override
    public boolean allMatch(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null ? opaque("allMatch", predicate).allMatch(predicate) : link().allMatch(test);
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        IntPredicate test = PredicateResolver.resolve(table, requireNonNull(predicate));
        return test == null ? opaque("noneMatch", predicate).noneMatch(predicate) : link().noneMatch(test);
    }

    /** A {@link ColumnCollector} runs on columns; into any other, entities are collected. */
    @Override
    @SuppressWarnings("unchecked") // the wildcard is the collector's own affair
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        if (!(requireNonNull(collector) instanceof ColumnCollector<?, ?, ?> known)) {
            return jdk().collect(collector);
        }
        Collector<ColumnCollector.Row, Object, R> onRows =
                (Collector<ColumnCollector.Row, Object, R>) known.onRows(table);
        if (onRows == null) {
            return opaque("collect", collector).collect(collector);
        }
        R result = ColumnCollector.collect(link(), onRows);
        table.keepAlive();
        return result;
    }

    @Override
    Stream<E> opaque(String operation, Object function) {
        tell(operation, reason(requireNonNull(function)), function);
        return jdk();
    }

    /** Why columns do not understand a function. */
    static String reason(Object function) {
        return function instanceof Expression<?> ? "an expression that cannot be read" : "an opaque function";
    }

    private void tell(String operation, String reason, @Nullable Object function) {
        requireUnlinked();
        fallbacks.fallback(table, operation, reason, function);
    }

    @Override
    Stream<E> jdk() {
        return link().mapToObj(this::made);
    }

    private Stream<E> next(String operation, IntStream nextRows) {
        RowStream<E> next = new RowStream<>(table, nextRows, fallbacks, trace);
        if (trace != null) {
            trace.rowStep(operation + " → row by row on columns", seen::sum, next.seen::sum);
        }
        return next;
    }

    @Override
    public Stream<E> sequential() {
        rows = rows.sequential();
        return this;
    }

    @Override
    public Stream<E> parallel() {
        rows = rows.parallel();
        return this;
    }

    @Override
    public Stream<E> unordered() {
        return this;
    }

    @Override
    public boolean isParallel() {
        return rows.isParallel();
    }

    @Override
    public Stream<E> onClose(Runnable closeHandler) {
        requireUnlinked();
        rows = rows.onClose(closeHandler);
        return this;
    }

    @Override
    public void close() {
        linked = true;
        rows.close();
    }

    private IntStream link() {
        requireUnlinked();
        linked = true;
        return rows;
    }

    private void requireUnlinked() {
        if (linked) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
    }
}
