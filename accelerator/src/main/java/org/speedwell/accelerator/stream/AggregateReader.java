package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
import org.speedwell.accelerator.aggregate.Inputs;
import org.speedwell.accelerator.aggregate.LongInput;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Makes aggregators of what a collector groups by and collects, for the rows of a table, or the tuples of a join: numbers
 * where columns have them, and the collectors' own containers for the rest. Each aggregator has readers of its own, and is
 * for one thread.
 *
 * @param tables how many tables the rows are of
 * @param sources tells of which table a function reads a row
 * @param inputs of the aggregator that is made
 */
record AggregateReader(int tables, Sources sources, Inputs inputs) {

    AggregateReader(int tables, Sources sources) {
        this(tables, sources, new Inputs());
    }

    /**
     * A function of the rows of one of the tables, in the form that columns understand.
     *
     * @param place that of the table
     */
    record Source(int place, Scope scope, Object function) {
        TableStore<?> table() {
            return scope.table();
        }
    }

    /** Tells what a function of the elements is of the rows. */
    @FunctionalInterface
    interface Sources {
        /** Null where it reads no single row. */
        @Nullable
        Source of(Object function);
    }

    /** Returns a reader of the rows of one table. */
    static AggregateReader of(Scope scope) {
        return new AggregateReader(1, function -> new Source(0, scope, function));
    }

    /** Makes an aggregator for each thread; null where a function cannot be read from columns. */
    @Nullable
    Supplier<Aggregator> aggregators(ColumnCollector.Aggregating<?, ?, ?> of) {
        Aggregator first = other().aggregator(of);
        if (first == null) {
            return null;
        }
        AtomicReference<@Nullable Aggregator> unused = new AtomicReference<>(first);
        return () -> {
            Aggregator made = unused.getAndSet(null);
            return made == null ? requireNonNull(other().aggregator(of)) : made;
        };
    }

    /** Of an aggregator of its own, or of rows that others do not have. */
    private AggregateReader other() {
        return new AggregateReader(tables, sources);
    }

    private @Nullable Aggregator aggregator(ColumnCollector.Aggregating<?, ?, ?> of) {
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
        return new Aggregator(tables, keys, groupings, () -> requireNonNull(other().aggregator(of)));
    }

    private @Nullable GroupKey key(Object function) {
        Source source = sources.of(function);
        return source == null ? null : key(source);
    }

    private @Nullable GroupKey key(Source source) {
        int place = source.place;
        IntFunction<@Nullable Object> value = ExpressionResolver.value(source.scope, source.function);
        if (value == null) {
            return null;
        }
        ExpressionResolver.Referred referred = ExpressionResolver.referred(source.scope, source.function);
        if (referred != null) {
            GroupKey key = key(
                    referred.column(),
                    referred.value(),
                    0,
                    new Inputs(),
                    referred.value().boxed());
            return GroupKey.of(referred.rows(), key, place, value);
        }
        ColumnRef.Ordered column = ExpressionResolver.keyColumn(source.table(), source.function);
        return key(
                column,
                column == null ? ExpressionResolver.resolve(source.scope, source.function) : null,
                place,
                inputs,
                value);
    }

    private static GroupKey key(
            ColumnRef.@Nullable Ordered column,
            @Nullable RowExpression expression,
            int place,
            Inputs inputs,
            IntFunction<@Nullable Object> value) {
        if (column != null) {
            return GroupKey.of(column.column(), place, inputs, value);
        }
        return expression instanceof RowExpression.Whole whole && whole.nulls() == RowExpression.NEVER_NULL
                ? GroupKey.of(inputs.of(whole.value(), place), RowExpression.NEVER_NULL, place, value)
                : GroupKey.of(place, value);
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
        Source source = sources.of(of.number());
        if (source == null) {
            return null;
        }
        return switch (of.measure()) {
            case SUM_INT -> sum(source, (_, sum) -> (int) sum);
            case SUM_LONG -> sum(source, (_, sum) -> sum);
            case AVERAGE_INT, AVERAGE_LONG -> sum(source, (rows, sum) -> rows == 0 ? 0.0 : (double) sum / rows);
            case SUM_DOUBLE, AVERAGE_DOUBLE -> {
                RowExpression number = ExpressionResolver.resolve(source.scope, source.function);
                yield number == null || number instanceof RowExpression.Reference
                        ? null
                        : new DoubleSum(
                                number.real(), source.place, of.measure() == ColumnCollector.Measure.AVERAGE_DOUBLE);
            }
            default -> null;
        };
    }

    private @Nullable Accumulator sum(Source source, Accumulators.Finisher finisher) {
        return ExpressionResolver.resolve(source.scope, source.function) instanceof RowExpression.Whole whole
                ? new Accumulators.Sum(inputs.of(whole.value(), source.place), finisher)
                : null;
    }

    /** Makes a result of how many decimals there were, and of their sum. */
    @FunctionalInterface
    private interface OfDecimals {
        @Nullable
        Object of(long rows, BigDecimal sum);
    }

    /** Of decimals that all have one scale; null of others, and where some are NULL. */
    private @Nullable Accumulator decimals(Object number, OfDecimals finisher) {
        Source source = sources.of(number);
        KeyColumn keys = source == null ? null : column(source);
        if (source == null || keys == null) {
            return source == null ? null : computed(source, finisher);
        }
        OptionalInt common = ColumnReduction.scale(keys);
        if (common.isEmpty()) {
            return null;
        }
        int scale = common.getAsInt();
        LongInput input = inputs.of(keys, source.place);
        return tables == 1 && ColumnReduction.isSumALong(source.table(), keys)
                ? new Accumulators.Sum(input, (rows, sum) -> finisher.of(rows, BigDecimal.valueOf(sum, scale)))
                : new Accumulators.ExactSum(input, (rows, sum) -> finisher.of(rows, Accumulators.decimal(sum, scale)));
    }

    /** Of an expression whose values are longs of one scale; a row of which it is null throws. */
    private @Nullable Accumulator computed(Source source, OfDecimals finisher) {
        if (!(ExpressionResolver.resolve(source.scope, source.function) instanceof RowExpression.Decimal decimal)
                || decimal.nulls() != RowExpression.NEVER_NULL
                || decimal.scale() < 0) {
            return null;
        }
        int scale = decimal.scale();
        LongInput input = inputs.of(decimal.unscaled(), source.place);
        return tables == 1 && ColumnReduction.isSumALong(source.table(), decimal.least(), decimal.greatest())
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
    private @Nullable Accumulator extreme(Object function, boolean greatest) {
        Source source = sources.of(function);
        KeyColumn keys = source == null ? null : column(source);
        if (source == null || keys == null || !keys.codec().isOrdered()) {
            return null;
        }
        IntPredicate nulls = keys.nulls() == 0 ? null : keys::isNull;
        return new Accumulators.Extreme(
                inputs.of(keys, source.place), nulls, source.place, keys.codec()::value, greatest);
    }

    /** The column of keys whose values the function gives, or null. */
    private static @Nullable KeyColumn column(Source source) {
        int index = ExpressionResolver.column(source.table(), source.function);
        return index >= 0 && source.table().ref(index) instanceof ColumnRef.Ordered column ? column.column() : null;
    }

    private @Nullable Accumulator filtered(ColumnCollector.Filtering<?, ?, ?> of) {
        Source source = sources.of(of.predicate());
        Accumulator rest = other().accumulator(of.downstream());
        IntPredicate test =
                source == null ? null : PredicateResolver.resolve(source.scope, (Predicate<?>) source.function);
        return source == null || test == null || rest == null
                ? null
                : new FilteredRows(test, source.place, tables, rest);
    }

    /** By the collector's own containers; only rows of one table are elements to it. */
    @SuppressWarnings("unchecked") // its own affair
    private @Nullable Accumulator collected(ColumnCollector<?, ?, ?> of) {
        Source any = tables > 1 ? null : sources.of(of);
        Collector<ColumnCollector.Row, Object, Object> onRows =
                any == null ? null : (Collector<ColumnCollector.Row, Object, Object>) of.onRows(any.scope);
        if (onRows == null) {
            return null;
        }
        BiConsumer<Object, ColumnCollector.Row> accumulator = onRows.accumulator();
        ColumnCollector.Row row = new ColumnCollector.Row();
        return new CollectedRows(
                onRows.supplier(),
                (container, block, place) -> accumulator.accept(container, row.at(block.rows[0][place])),
                onRows.combiner(),
                onRows.finisher());
    }

    /** The records that are made of the groups of an aggregator. */
    static <R> List<R> records(ColumnCollector.Aggregating<?, ?, R> of, Aggregator groups) {
        List<R> made = new ArrayList<>();
        groups.forEach(of.maker()::wants, parts -> made.add(of.maker().maker().apply(parts)));
        return made;
    }

    /** Of how many keys and aggregates, for a person. */
    static String words(ColumnCollector.Aggregating<?, ?, ?> of) {
        int keys = of.keys().size();
        int aggregates = of.aggregates().size();
        return (keys == 0 ? "" : "groups by " + keys + (keys == 1 ? " key, " : " keys, "))
                + aggregates
                + (aggregates == 1 ? " aggregate" : " aggregates")
                + (IntStream.of(of.maker().levels()).count() > 1 ? ", with subtotals" : "");
    }
}
