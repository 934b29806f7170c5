package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;

/**
 * A collector of the JDK whose functions are known. Over entities it is just that collector; over rows the same collector
 * is made anew with what its functions mean for columns, so that the result cannot differ. None of them keeps its
 * elements.
 */
public sealed interface ColumnCollector<T, A, R> extends Collector<T, A, R> {

    /** A row as an element of a collector: one object for all rows of a thread. */
    final class Row {
        private int row;

        Row at(int place) {
            row = place;
            return this;
        }
    }

    /** The collector of the JDK that this is. */
    Collector<T, A, R> plain();

    /** Returns the same over rows of a table; null if a function of it cannot be read from columns. */
    @Nullable
    Collector<Row, ?, R> onRows(Scope scope);

    @Override
    default Supplier<A> supplier() {
        return plain().supplier();
    }

    @Override
    default BiConsumer<A, T> accumulator() {
        return plain().accumulator();
    }

    @Override
    default BinaryOperator<A> combiner() {
        return plain().combiner();
    }

    @Override
    default Function<A, R> finisher() {
        return plain().finisher();
    }

    @Override
    default Set<Characteristics> characteristics() {
        return plain().characteristics();
    }

    /** Runs a collector over rows, in their order. */
    static <A, R> R collect(IntStream rows, Collector<Row, A, R> collector) {
        final class Part {
            private final Row row = new Row();
            private A container = collector.supplier().get();
        }
        BiConsumer<A, Row> accumulator = collector.accumulator();
        Part whole = rows.collect(
                Part::new,
                (part, row) -> {
                    part.row.row = row;
                    accumulator.accept(part.container, part.row);
                },
                (left, right) -> left.container = collector.combiner().apply(left.container, right.container));
        return collector.finisher().apply(whole.container);
    }

    /** Counts. */
    record Counting<T, A>(Collector<T, A, Long> plain) implements ColumnCollector<T, A, Long> {
        @Override
        public Collector<Row, ?, Long> onRows(Scope scope) {
            return Collectors.counting();
        }
    }

    /** What is made of a number of each element. */
    enum Measure {
        SUM_INT,
        SUM_LONG,
        SUM_DOUBLE,
        AVERAGE_INT,
        AVERAGE_LONG,
        AVERAGE_DOUBLE,
        SUMMARY_INT,
        SUMMARY_LONG,
        SUMMARY_DOUBLE
    }

    /** Sums, averages and statistics of the numbers that a function gives. */
    record Measuring<T, A, R>(Collector<T, A, R> plain, Measure measure, Object number)
            implements ColumnCollector<T, A, R> {
        @Override
        @SuppressWarnings("unchecked") // the measure tells the result
        public @Nullable Collector<Row, ?, R> onRows(Scope scope) {
            RowExpression expression = ExpressionResolver.resolve(scope, number);
            return expression == null ? null : (Collector<Row, ?, R>) of(expression);
        }

        private Collector<Row, ?, ?> of(RowExpression of) {
            return switch (measure) {
                case SUM_INT -> Collectors.summingInt(row -> (int) of.whole().applyAsLong(row.row));
                case SUM_LONG -> Collectors.summingLong(row -> of.whole().applyAsLong(row.row));
                case SUM_DOUBLE -> Collectors.summingDouble(row -> of.real().applyAsDouble(row.row));
                case AVERAGE_INT ->
                    Collectors.averagingInt(row -> (int) of.whole().applyAsLong(row.row));
                case AVERAGE_LONG -> Collectors.averagingLong(row -> of.whole().applyAsLong(row.row));
                case AVERAGE_DOUBLE ->
                    Collectors.averagingDouble(row -> of.real().applyAsDouble(row.row));
                case SUMMARY_INT ->
                    Collectors.summarizingInt(row -> (int) of.whole().applyAsLong(row.row));
                case SUMMARY_LONG ->
                    Collectors.summarizingLong(row -> of.whole().applyAsLong(row.row));
                case SUMMARY_DOUBLE ->
                    Collectors.summarizingDouble(row -> of.real().applyAsDouble(row.row));
            };
        }
    }

    /** Sums the decimals that a function gives, exactly; 0 of nothing. */
    record SummingDecimal<T, A>(Collector<T, A, BigDecimal> plain, Object number)
            implements ColumnCollector<T, A, BigDecimal> {
        @Override
        @SuppressWarnings("NullAway") // adding NULL is the error that it is over entities
        public @Nullable Collector<Row, ?, BigDecimal> onRows(Scope scope) {
            IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, number);
            return value == null
                    ? null
                    : Collectors.reducing(BigDecimal.ZERO, row -> (BigDecimal) value.apply(row.row), BigDecimal::add);
        }
    }

    /** Hands what a field or expression gives to any collector of values. */
    record Mapping<T, U, A, R>(Collector<T, A, R> plain, Object mapper, Collector<? super U, ?, R> downstream)
            implements ColumnCollector<T, A, R> {
        @Override
        @SuppressWarnings("unchecked") // the column holds what the mapper gives
        public @Nullable Collector<Row, ?, R> onRows(Scope scope) {
            IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, mapper);
            return value == null ? null : Collectors.mapping(row -> (U) value.apply(row.row), downstream);
        }
    }

    /** Hands on what a predicate lets pass. */
    record Filtering<T, A, R>(
            Collector<T, A, R> plain, Predicate<? super T> predicate, Collector<? super T, ?, R> downstream)
            implements ColumnCollector<T, A, R> {
        @Override
        public @Nullable Collector<Row, ?, R> onRows(Scope scope) {
            IntPredicate test = PredicateResolver.resolve(scope, predicate);
            Collector<Row, ?, R> rest = ColumnCollector.onRows(scope, downstream);
            return test == null || rest == null ? null : Collectors.filtering(row -> test.test(row.row), rest);
        }
    }

    /** Groups by what a field or expression gives. */
    record Grouping<T, K, D, A, M extends Map<K, D>>(
            Collector<T, A, M> plain, Object key, Supplier<M> mapFactory, Collector<? super T, ?, D> downstream)
            implements ColumnCollector<T, A, M> {
        @Override
        @SuppressWarnings("unchecked") // the column holds what the key is made of
        public @Nullable Collector<Row, ?, M> onRows(Scope scope) {
            IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, key);
            Collector<Row, ?, D> rest = ColumnCollector.onRows(scope, downstream);
            return value == null || rest == null
                    ? null
                    : Collectors.groupingBy(row -> (K) value.apply(row.row), mapFactory, rest);
        }
    }

    /** A map from what one function gives to what another does; no key may come twice. */
    record Mapped<T, K, V, A>(Collector<T, A, Map<K, V>> plain, Object key, Object value)
            implements ColumnCollector<T, A, Map<K, V>> {
        @Override
        @SuppressWarnings("unchecked") // the columns hold what the functions give
        public @Nullable Collector<Row, ?, Map<K, V>> onRows(Scope scope) {
            IntFunction<@Nullable Object> keys = ExpressionResolver.value(scope, key);
            IntFunction<@Nullable Object> values = ExpressionResolver.value(scope, value);
            return keys == null || values == null
                    ? null
                    : Collectors.toMap(row -> (K) keys.apply(row.row), row -> (V) values.apply(row.row));
        }
    }

    /** Of groups, those with the greatest values, greatest first; those of equal value by their keys. */
    record Greatest<T, K, D, A>(
            Collector<T, A, List<Map.Entry<K, D>>> plain,
            int most,
            Collector<? super T, ?, ? extends Map<K, D>> groups,
            Function<Map<K, D>, List<Map.Entry<K, D>>> choice)
            implements ColumnCollector<T, A, List<Map.Entry<K, D>>> {
        @Override
        public @Nullable Collector<Row, ?, List<Map.Entry<K, D>>> onRows(Scope scope) {
            Collector<Row, ?, ? extends Map<K, D>> all = ColumnCollector.onRows(scope, groups);
            return all == null ? null : Collectors.collectingAndThen(all, choice::apply);
        }
    }

    /** Groups by several keys, and makes objects of what several collectors give for each group. */
    record Aggregating<T, A, R>(
            Collector<T, A, List<R>> plain,
            List<Object> keys,
            List<Collector<? super T, ?, ?>> aggregates,
            GroupMaker<R> maker)
            implements ColumnCollector<T, A, List<R>> {
        @Override
        public @Nullable Collector<Row, ?, List<R>> onRows(Scope scope) {
            List<Function<Row, ?>> functions = new ArrayList<>();
            for (Object key : keys) {
                IntFunction<@Nullable Object> value = ExpressionResolver.value(scope, key);
                if (value == null) {
                    return null;
                }
                functions.add(row -> value.apply(row.row));
            }
            List<Collector<Row, ?, ?>> collectors = new ArrayList<>();
            for (Collector<? super T, ?, ?> aggregate : aggregates) {
                Collector<Row, ?, ?> collector = ColumnCollector.onRows(scope, aggregate);
                if (collector == null) {
                    return null;
                }
                collectors.add(collector);
            }
            return maker.collector(functions, collectors);
        }
    }

    /** Parts what a predicate lets pass from what it does not. */
    record Partitioning<T, D, A>(
            Collector<T, A, Map<Boolean, D>> plain,
            Predicate<? super T> predicate,
            Collector<? super T, ?, D> downstream)
            implements ColumnCollector<T, A, Map<Boolean, D>> {
        @Override
        public @Nullable Collector<Row, ?, Map<Boolean, D>> onRows(Scope scope) {
            IntPredicate test = PredicateResolver.resolve(scope, predicate);
            Collector<Row, ?, D> rest = ColumnCollector.onRows(scope, downstream);
            return test == null || rest == null ? null : Collectors.partitioningBy(row -> test.test(row.row), rest);
        }
    }

    private static <D> @Nullable Collector<Row, ?, D> onRows(Scope scope, Collector<?, ?, D> downstream) {
        return downstream instanceof ColumnCollector<?, ?, D> known ? known.onRows(scope) : null;
    }
}
