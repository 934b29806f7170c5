package org.speedwell.accelerator.collect;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.ExactNumbers;
import org.speedwell.accelerator.aggregate.GroupSequence;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.aggregate.ValueAggregate.DecimalSum;
import org.speedwell.accelerator.aggregate.ValueAggregate.WholeSum;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.KeyLongs;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Counts, sums and averages of a column, of all rows or by a column whose keys lie close together: by arrays with a place for each key.
 *
 * @param keys null for one group of all rows
 * @param isOptional whether keys are values in optionals
 * @param values null if rows are only counted
 * @param finisher makes the result of a group
 */
record DenseGroups(
        ColumnRef.@Nullable Ordered keys,
        boolean isOptional,
        ColumnRef.@Nullable Ordered values,
        Finisher finisher,
        Result result) {

    /** Makes the result of a group of its number of rows and the sum of the keys of its values. */
    @FunctionalInterface
    interface Finisher {
        Object of(long rows, long sum);
    }

    /** Makes the result of all groups, which come in the order of their keys. */
    @FunctionalInterface
    interface Result {
        Object of(GroupSequence groups);
    }

    /** The values to add up, and what is made of them. */
    private record Total(ColumnRef.@Nullable Ordered values, Finisher finisher) {}

    /** Returns the arrays for a collector of a table's rows; null if it needs other means. */
    static @Nullable DenseGroups of(Scope scope, CollectorShape shape) {
        return switch (shape) {
            case CollectorShape.Grouping grouping -> of(scope, grouping, groups -> map(groups, grouping));
            case CollectorShape.Greatest greatest ->
                greatest.groups() instanceof CollectorShape.Grouping grouping
                        ? of(scope, grouping, groups -> GreatestGroups.of(groups, greatest.most()))
                        : null;
            case CollectorShape.Counting _, CollectorShape.OfValues _ -> {
                Total total = total(scope, shape);
                yield total == null ? null : new DenseGroups(null, false, total.values, total.finisher, _ -> shape);
            }
            case CollectorShape.Unknown _,
                    CollectorShape.ToMap _,
                    CollectorShape.Filtering _,
                    CollectorShape.Partitioning _,
                    CollectorShape.Aggregating _ -> null;
        };
    }

    private static @Nullable DenseGroups of(Scope scope, CollectorShape.Grouping of, Result result) {
        // without an order, a mapper may give one value for several keys
        if (!GreatestGroups.canRead(of.map().get())
                || !(keys(scope.table(), of.key()) instanceof ColumnRef.Ordered keys)
                || !GroupTotals.isPossible(keys.column())) {
            return null;
        }
        Total total = total(scope, of.downstream());
        return total == null ? null : new DenseGroups(keys, isOptional(of.key()), total.values, total.finisher, result);
    }

    @SuppressWarnings("unchecked") // the map takes what its functions give
    private static Map<Object, Object> map(GroupSequence groups, CollectorShape.Grouping of) {
        Map<Object, Object> map = (Map<Object, Object>) of.map().get();
        groups.forEach(_ -> true, parts -> map.put(parts[0], parts[1]));
        return map;
    }

    /** Returns the result for the rows of a query without a window. */
    Object run(Planner planner, Logical query, Execution execution) {
        GroupTotals totals = execution.run(planner.groups(query, keys, values));
        return keys == null
                ? finisher.of(totals.count(0), totals.sum(0))
                : result.of((wanted, action) -> forEach(keys.column(), totals, wanted, action));
    }

    private void forEach(
            KeyColumn column,
            GroupTotals totals,
            Predicate<@Nullable Object[]> wanted,
            Consumer<@Nullable Object[]> action) {
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

    /** Reads a collector of the values of a function, which may be in optionals. */
    private static @Nullable ColumnRef keys(TableStore<?> table, Object function) {
        if (function instanceof Known<?, ?> known
                && known.code() instanceof Expr.Optional optional
                && optional.type() == Optional.class
                && optional.value() instanceof Expr.Column read) {
            int place = table.fields().place((String) read.id());
            return place < 0 ? null : table.ref(place);
        }
        return column(table, function);
    }

    private static boolean isOptional(Object function) {
        return function instanceof Known<?, ?> known && known.code() instanceof Expr.Optional;
    }

    private static @Nullable Total total(Scope scope, CollectorShape of) {
        if (of instanceof CollectorShape.Counting) {
            return new Total(null, (rows, _) -> rows);
        }
        return of instanceof CollectorShape.OfValues values
                ? total(scope, values.function(), values.aggregate())
                : null;
    }

    private static @Nullable Total total(Scope scope, Object function, ValueAggregate of) {
        return switch (of) {
            case WholeSum sum -> {
                ColumnRef.Ordered values = whole(scope, function);
                yield values == null || sum.isInt() && !fitsInt(values.column())
                        ? null
                        : new Total(values, sum.total()::of);
            }
            case DecimalSum sum when sum.scale().isEmpty() -> decimals(scope.table(), function);
            case ValueAggregate.RealSum _,
                    ValueAggregate.WholeSummary _,
                    ValueAggregate.RealSummary _,
                    ValueAggregate.Collected _,
                    ValueAggregate.Own<?, ?> _ -> null;
        };
    }

    private static @Nullable Total decimals(TableStore<?> table, Object function) {
        if (!(column(table, function) instanceof ColumnRef.Ordered column)) {
            return null;
        }
        OptionalInt scale = ExactNumbers.scale(table, column.column());
        return scale.isEmpty()
                ? null
                : new Total(
                        column, (rows, sum) -> rows == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(sum, scale.getAsInt()));
    }

    private static @Nullable ColumnRef column(TableStore<?> table, Object function) {
        int index = ExpressionResolver.column(table, function);
        return index < 0 ? null : table.ref(index);
    }

    /** The column of whole numbers without NULL whose values the function gives as they are, or null. */
    private static ColumnRef.@Nullable Ordered whole(Scope scope, Object function) {
        return ExpressionResolver.resolve(scope, function) instanceof RowExpression.Whole whole
                        && whole.nulls() == RowExpression.NEVER_NULL
                        && whole.value() instanceof KeyLongs(KeyColumn keys)
                        && keys.nulls() == 0
                ? ref(scope.table(), keys)
                : null;
    }

    @SuppressWarnings("ReferenceEquality") // the very column
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
