package org.speedwell.accelerator.stream;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Accumulator;
import org.speedwell.accelerator.aggregate.Accumulators;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.CollectedRows;
import org.speedwell.accelerator.aggregate.DoubleSum;
import org.speedwell.accelerator.aggregate.FilteredRows;
import org.speedwell.accelerator.aggregate.GroupKey;
import org.speedwell.accelerator.aggregate.LongInput;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expression.ExpressionResolver;
import org.speedwell.accelerator.expression.PredicateResolver;
import org.speedwell.accelerator.expression.ResolvedValue;
import org.speedwell.accelerator.expression.RowExpression;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Makes aggregators of what a collector groups by and collects, for the rows of a table: numbers where columns have them,
 * and the collectors' own containers for the rest. Each aggregator has readers of its own, and is for one thread.
 *
 * @param resolve gives a function in the form that columns understand, or as it is
 */
record AggregateReader(TableStore<?> table, UnaryOperator<Object> resolve) {
    private static final int TABLES = 1;
    private static final int PLACE = 0;

    /** The aggregator, or null where a function cannot be read from columns. */
    @Nullable
    Aggregator aggregator(ColumnCollector.Aggregating<?, ?, ?> of) {
        List<GroupKey> keys = new ArrayList<>();
        for (Object source : of.keys()) {
            GroupKey key = key(source);
            if (key == null) {
                return null;
            }
            keys.add(key);
        }
        List<Aggregator.Grouping> groupings = new ArrayList<>();
        for (int level : of.maker().levels()) {
            List<Accumulator> accumulators = new ArrayList<>();
            for (Collector<?, ?, ?> aggregate : of.aggregates()) {
                Accumulator accumulator = accumulator(aggregate);
                if (accumulator == null) {
                    return null;
                }
                accumulators.add(accumulator);
            }
            groupings.add(new Aggregator.Grouping(level, accumulators));
        }
        return new Aggregator(TABLES, keys, groupings);
    }

    private @Nullable GroupKey key(Object source) {
        return key(table, resolve.apply(source));
    }

    private static @Nullable GroupKey key(TableStore<?> table, Object function) {
        IntFunction<@Nullable Object> value = ExpressionResolver.value(table, function);
        if (value == null) {
            return null;
        }
        if (function instanceof ResolvedValue<?, ?> resolved && resolved.referred() != null) {
            ResolvedValue.Referred referred = resolved.referred();
            GroupKey key = key(referred.table(), referred.function());
            return key == null ? null : GroupKey.of(referred.rows(), key, PLACE, value);
        }
        ColumnRef.Ordered column = ExpressionResolver.keyColumn(table, function);
        if (column != null) {
            return GroupKey.of(column.column(), PLACE, value);
        }
        return whole(table, function) instanceof RowExpression.Whole whole
                ? GroupKey.of(LongInput.of(whole.value(), PLACE), RowExpression.NEVER_NULL, PLACE, value)
                : GroupKey.of(PLACE, value);
    }

    /** The whole number that a function gives for every row, or null. */
    private static RowExpression.@Nullable Whole whole(TableStore<?> table, Object function) {
        return ExpressionResolver.resolve(table, function) instanceof RowExpression.Whole whole
                        && !whole.type().isNullable()
                ? whole
                : null;
    }

    private @Nullable Accumulator accumulator(Collector<?, ?, ?> of) {
        Accumulator accumulator = switch (of) {
            case ColumnCollector.Counting<?, ?> _ -> new Accumulators.Count();
            case ColumnCollector.Measuring<?, ?, ?> measuring -> measure(measuring);
            case ColumnCollector.SummingDecimal<?, ?> summing ->
                decimals(summing.number(), (rows, sum) -> rows == 0 ? BigDecimal.ZERO : sum);
            case ColumnCollector.Mapping<?, ?, ?, ?> mapping -> mapped(mapping);
            case ColumnCollector.Filtering<?, ?, ?> filtering -> filtered(filtering);
            default -> null;
        };
        return accumulator == null && of instanceof ColumnCollector<?, ?, ?> known ? collected(known) : accumulator;
    }

    private @Nullable Accumulator measure(ColumnCollector.Measuring<?, ?, ?> of) {
        Object function = resolve.apply(of.number());
        return switch (of.measure()) {
            case SUM_INT -> sum(function, (_, sum) -> (int) sum);
            case SUM_LONG -> sum(function, (_, sum) -> sum);
            case AVERAGE_INT, AVERAGE_LONG -> sum(function, (rows, sum) -> rows == 0 ? 0.0 : (double) sum / rows);
            case SUM_DOUBLE, AVERAGE_DOUBLE -> {
                RowExpression number = ExpressionResolver.resolve(table, function);
                yield number == null || number instanceof RowExpression.Reference
                        ? null
                        : new DoubleSum(number.real(), PLACE, of.measure() == ColumnCollector.Measure.AVERAGE_DOUBLE);
            }
            default -> null;
        };
    }

    private @Nullable Accumulator sum(Object function, Accumulators.Finisher finisher) {
        return ExpressionResolver.resolve(table, function) instanceof RowExpression.Whole whole
                ? new Accumulators.Sum(LongInput.of(whole.value(), PLACE), finisher)
                : null;
    }

    /** Makes a result of how many decimals there were, and of their sum. */
    @FunctionalInterface
    private interface OfDecimals {
        @Nullable
        Object of(long rows, BigDecimal sum);
    }

    /** Of decimals that all have one scale; null of others, and where some are NULL. */
    private @Nullable Accumulator decimals(Object source, OfDecimals finisher) {
        Object function = resolve.apply(source);
        int index = ExpressionResolver.column(table, function);
        if (index < 0 || !(table.ref(index) instanceof ColumnRef.Ordered column)) {
            return null;
        }
        KeyColumn keys = column.column();
        OptionalInt common = ColumnReduction.scale(keys);
        if (common.isEmpty()) {
            return null;
        }
        int scale = common.getAsInt();
        LongInput input = LongInput.of(keys, PLACE);
        return ColumnReduction.isSumALong(table, keys)
                ? new Accumulators.Sum(input, (rows, sum) -> finisher.of(rows, BigDecimal.valueOf(sum, scale)))
                : new Accumulators.ExactSum(input, (rows, sum) -> finisher.of(rows, Accumulators.decimal(sum, scale)));
    }

    private @Nullable Accumulator mapped(ColumnCollector.Mapping<?, ?, ?, ?> of) {
        return switch (of.downstream()) {
            case ValueCollector.DecimalAverage average -> decimals(of.mapper(), (rows, sum) -> average.of(sum, rows));
            case ValueCollector.Extreme<?> extreme -> extreme(of.mapper(), extreme.greatest());
            case ValueCollector.DistinctCount _ -> {
                GroupKey values = key(of.mapper());
                yield values == null ? null : new Accumulators.DistinctCount(values);
            }
            default -> null;
        };
    }

    /** Of a column whose keys are in the order of its values. */
    private @Nullable Accumulator extreme(Object source, boolean greatest) {
        int index = ExpressionResolver.column(table, resolve.apply(source));
        if (index < 0
                || !(table.ref(index) instanceof ColumnRef.Ordered column)
                || !column.column().codec().isOrdered()) {
            return null;
        }
        KeyColumn keys = column.column();
        IntPredicate nulls = keys.nulls() == 0 ? null : keys::isNull;
        return new Accumulators.Extreme(LongInput.of(keys, PLACE), nulls, PLACE, keys.codec()::value, greatest);
    }

    private @Nullable Accumulator filtered(ColumnCollector.Filtering<?, ?, ?> of) {
        IntPredicate test =
                PredicateResolver.resolve(table, (java.util.function.Predicate<?>) resolve.apply(of.predicate()));
        Accumulator rest = accumulator(of.downstream());
        return test == null || rest == null ? null : new FilteredRows(test, PLACE, TABLES, rest);
    }

    @SuppressWarnings("unchecked") // its own affair
    private @Nullable Accumulator collected(ColumnCollector<?, ?, ?> of) {
        Collector<ColumnCollector.Row, Object, Object> onRows =
                (Collector<ColumnCollector.Row, Object, Object>) of.onRows(table, resolve);
        if (onRows == null) {
            return null;
        }
        BiConsumer<Object, ColumnCollector.Row> accumulator = onRows.accumulator();
        ColumnCollector.Row row = new ColumnCollector.Row();
        return new CollectedRows(
                onRows.supplier(),
                (container, block, place) -> accumulator.accept(container, row.at(block.rows[PLACE][place])),
                onRows.combiner(),
                onRows.finisher());
    }

    /** Of how many keys and aggregates, for a person. */
    static String words(ColumnCollector.Aggregating<?, ?, ?> of) {
        long keys = of.keys().size();
        return (keys == 0 ? "" : "groups by " + keys + (keys == 1 ? " key, " : " keys, "))
                + of.aggregates().size() + " aggregates"
                + (IntStream.of(of.maker().levels()).count() > 1 ? ", with subtotals" : "");
    }
}
