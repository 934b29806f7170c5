package org.speedwell.accelerator.aggregate;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ValueAggregate.DecimalSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.KeyLongs;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * The groups of an {@link Aggregate} in arrays with one element for each key. They hold counts, sums and averages of
 * one column. There is one group of all rows, or one group per key of a column whose keys are close together.
 *
 * <p>Rows come from one table, in any order. An {@link Aggregator} computes the same results.
 *
 * @param keys null for one group of all rows
 * @param isOptional whether each key is wrapped in an {@link Optional}
 * @param values null if the aggregate only counts rows
 * @param finisher creates the result of a group
 * @param result creates the result from all groups, in ascending order of their keys
 */
public record DenseGroups(
        ColumnRef.@Nullable Ordered keys,
        boolean isOptional,
        ColumnRef.@Nullable Ordered values,
        Finisher finisher,
        Function<GroupSequence, @Nullable Object> result) {

    /** A function that creates the result of a group from its number of rows and the sum of the keys of its values. */
    @FunctionalInterface
    public interface Finisher {
        /** Returns the result of one group. */
        Object of(long rows, long sum);
    }

    /** The values to add, and the function that creates the result from their sum. */
    private record Total(ColumnRef.@Nullable Ordered values, Finisher finisher) {}

    /**
     * Returns the dense groups for an aggregate of a table's rows; null if the aggregate needs an {@link Aggregator}.
     */
    public static @Nullable DenseGroups of(Aggregate aggregate) {
        return switch (aggregate) {
            case Aggregate.Grouped groups -> ofGroups(groups);
            case Aggregate.OfValue _ -> {
                Total total = total(aggregate, null);
                yield total == null ? null : new DenseGroups(null, false, total.values, total.finisher, _ -> null);
            }
            case Aggregate.Count _, Aggregate.ToMap _, Aggregate.Filtering _, Aggregate.Partitioned _ -> null;
        };
    }

    private static @Nullable DenseGroups ofGroups(Aggregate.Grouped of) {
        // without an order, the column's type mapper may return the same value for several keys
        if (of.map() == null
                || !GreatestGroups.canRead(of.map().get())
                || !(of.keys().getFirst() instanceof Input.OfRows key)
                || !(keys(key) instanceof ColumnRef.Ordered keys)
                || !GroupTotals.isPossible(keys.column())) {
            return null;
        }
        Total total = total(of.aggregates().getFirst(), keys.column());
        boolean isOptional =
                key.function() instanceof AnalyzedFunction<?, ?> known && known.code() instanceof Expr.Optional;
        return total == null ? null : new DenseGroups(keys, isOptional, total.values, total.finisher, of.result());
    }

    /** Returns the number of possible groups, which is the length of the arrays. */
    public long groups() {
        return keys == null ? 1 : keys.column().max() - keys.column().min() + 1;
    }

    /** Returns the result of the aggregate. */
    public @Nullable Object result(GroupTotals totals) {
        return keys == null
                ? finisher.of(totals.count(0), totals.sum(0))
                : result.apply((wanted, action) -> forEach(keys.column(), totals, wanted, action));
    }

    private void forEach(KeyColumn column, GroupTotals totals, GroupTest wanted, Consumer<@Nullable Object[]> action) {
        @Nullable Object[] parts = new @Nullable Object[2];
        for (int group = 0; group < totals.groups(); group++) {
            long rows = totals.count(group);
            if (rows > 0) {
                parts[1] = finisher.of(rows, totals.sum(group));
                if (wanted.test(parts)) {
                    Object key = column.codec().value(column.min() + group);
                    parts[0] = isOptional ? Optional.of(key) : key;
                    action.accept(parts);
                }
            }
        }
    }

    /** Returns the column of the values of a function, which may wrap them in optionals; null if there is none. */
    private static @Nullable ColumnRef keys(Input.OfRows of) {
        TableStore<?> table = of.scope().table();
        if (of.function() instanceof AnalyzedFunction<?, ?> known
                && known.code() instanceof Expr.Optional optional
                && optional.type() == Optional.class
                && optional.value() instanceof Expr.Column read
                && read.id() instanceof String) {
            int place = table.place(read);
            return place < 0 ? null : table.ref(place);
        }
        return column(of);
    }

    private static @Nullable Total total(Aggregate of, @Nullable KeyColumn keys) {
        Total total = switch (of) {
            case Aggregate.Count _ -> new Total(null, (rows, _) -> rows);
            case Aggregate.OfValue(Input.OfRows input, WholeSum sum) -> {
                ColumnRef.Ordered values = whole(input);
                yield values == null || sum.isInt() && !fitsInt(values.column())
                        ? null
                        : new Total(values, sum.total()::of);
            }
            case Aggregate.OfValue(Input.OfRows input, DecimalSum sum)
            when sum.scale().isEmpty() -> decimals(input);
            case Aggregate.OfValue _,
                    Aggregate.ToMap _,
                    Aggregate.Filtering _,
                    Aggregate.Partitioned _,
                    Aggregate.Grouped _ -> null;
        };
        ColumnRef.Ordered values = total == null ? null : total.values;
        return values == null || GroupTotals.isPossible(keys, values.column()) ? total : null;
    }

    private static @Nullable Total decimals(Input.OfRows of) {
        if (!(column(of) instanceof ColumnRef.Ordered column)) {
            return null;
        }
        OptionalInt scale = ExactNumbers.scale(of.scope().table(), column.column());
        return scale.isEmpty()
                ? null
                : new Total(
                        column, (rows, sum) -> rows == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(sum, scale.getAsInt()));
    }

    private static @Nullable ColumnRef column(Input.OfRows of) {
        TableStore<?> table = of.scope().table();
        int index = ExpressionResolver.column(table, of.function());
        return index < 0 ? null : table.ref(index);
    }

    /**
     * Returns the column of whole numbers without NULL whose values a function returns unchanged; null if there is
     * none.
     */
    private static ColumnRef.@Nullable Ordered whole(Input.OfRows of) {
        return ExpressionResolver.resolve(of.scope(), of.function()) instanceof RowExpression.Whole whole
                        && whole.nulls() == RowExpression.NEVER_NULL
                        && whole.value() instanceof KeyLongs(KeyColumn keys)
                        && keys.nulls() == 0
                ? ref(of.scope().table(), keys)
                : null;
    }

    @SuppressWarnings("ReferenceEquality") // the same object
    private static ColumnRef.@Nullable Ordered ref(TableStore<?> table, KeyColumn keys) {
        for (int i = 0; i < table.columns(); i++) {
            if (table.ref(i) instanceof ColumnRef.Ordered ordered && ordered.column() == keys) {
                return ordered;
            }
        }
        return null;
    }

    private static boolean fitsInt(KeyColumn values) {
        return values.min() >= Integer.MIN_VALUE && values.max() <= Integer.MAX_VALUE;
    }
}
