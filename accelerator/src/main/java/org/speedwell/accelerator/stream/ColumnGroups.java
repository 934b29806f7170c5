package org.speedwell.accelerator.stream;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.expression.NonNullableExpression;
import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.compute.expression.orelse.OrElseGetExpression;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.expression.FieldMapper;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * Counts, sums and averages, of all or by a column whose keys lie close together: totals in arrays, and of each group one object at
 * the end. Where it cannot say for sure that the result is that of the collector, it leaves the work to it.
 */
final class ColumnGroups {
    private ColumnGroups() {}

    /** What is asked of each group: of the totals of which column, and what is made of them. */
    private record Wanted(@Nullable KeyColumn values, Finisher finisher) {}

    @FunctionalInterface
    private interface Finisher {
        Object of(long count, long sum);
    }

    /** What a collector gives, or null if it has to be collected row by row. */
    @SuppressWarnings("unchecked") // the finishers give what the collector does
    static <R> @Nullable R collect(
            TableStore<?> table, RowQuery query, Collector<?, ?, R> collector, boolean parallel) {
        if (query.hasWindow() || query.trace() != null) {
            return null;
        }
        if (collector instanceof ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping) {
            return (R) groups(table, query, grouping, parallel);
        }
        Wanted wanted = wanted(table, collector);
        if (wanted == null) {
            return null;
        }
        GroupTotals totals = query.groupTotals(table, null, wanted.values, parallel);
        return (R) wanted.finisher.of(totals.count(0), totals.sum(0));
    }

    @SuppressWarnings("unchecked") // the map is the collector's own, and takes what its functions give
    private static @Nullable Map<Object, Object> groups(
            TableStore<?> table, RowQuery query, ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping, boolean parallel) {
        if (!(column(table, grouping.key()) instanceof KeyColumn keys)
                || !keys.codec().isOrdered() // a mapper may give one value for several keys
                || !GroupTotals.isPossible(keys)) {
            return null;
        }
        Wanted wanted = wanted(table, grouping.downstream());
        Map<Object, Object> groups = (Map<Object, Object>) grouping.mapFactory().get();
        if (wanted == null || groups.getClass() != HashMap.class && groups.getClass() != TreeMap.class) {
            return null; // other maps may keep the order in which groups are met
        }
        GroupTotals totals = query.groupTotals(table, keys, wanted.values, parallel);
        for (int group = 0; group < totals.groups(); group++) {
            long count = totals.count(group);
            if (count > 0) {
                groups.put(keys.codec().value(keys.min() + group), wanted.finisher.of(count, totals.sum(group)));
            }
        }
        return groups;
    }

    private static @Nullable Wanted wanted(TableStore<?> table, Collector<?, ?, ?> downstream) {
        return switch (downstream) {
            case ColumnCollector.Counting<?, ?> _ -> new Wanted(null, (count, sum) -> count);
            case ColumnCollector.Measuring<?, ?, ?> measuring -> measuring(table, measuring);
            case ColumnCollector.SummingDecimal<?, ?> summing -> summing(table, summing);
            default -> null;
        };
    }

    private static @Nullable Wanted measuring(TableStore<?> table, ColumnCollector.Measuring<?, ?, ?> measuring) {
        KeyColumn values = whole(table, measuring.number());
        if (values == null) {
            return null;
        }
        boolean fitsInt = values.min() >= Integer.MIN_VALUE && values.max() <= Integer.MAX_VALUE;
        return switch (measuring.measure()) {
            case SUM_INT -> fitsInt ? new Wanted(values, (count, sum) -> (int) sum) : null;
            case SUM_LONG -> new Wanted(values, (count, sum) -> sum);
            case AVERAGE_INT -> fitsInt ? new Wanted(values, ColumnGroups::average) : null;
            case AVERAGE_LONG -> new Wanted(values, ColumnGroups::average);
            default -> null;
        };
    }

    /** That of nothing is 0, as the JDK's collectors have it. */
    private static Double average(long count, long sum) {
        return count == 0 ? 0 : (double) sum / count;
    }

    private static @Nullable Wanted summing(TableStore<?> table, ColumnCollector.SummingDecimal<?, ?> summing) {
        if (!(column(table, summing.number()) instanceof KeyColumn values)
                || !values.codec().isUnscaled()
                || values.nulls() > 0
                || values.rows() == 0
                || !(values.codec().value(values.min()) instanceof BigDecimal least)
                || least.scale() < 0
                || Math.max(Math.abs((double) values.min()), Math.abs((double) values.max())) * table.rows()
                        > Long.MAX_VALUE / 2d) {
            return null;
        }
        int scale = least.scale();
        return new Wanted(values, (count, sum) -> count == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(sum, scale));
    }

    private static @Nullable Column column(TableStore<?> table, Object function) {
        int index = function instanceof Field<?> field ? table.indexOf(field.identifier()) : -1;
        return index < 0 ? null : table.column(index);
    }

    /** The column of whole numbers without NULL whose values the function gives as they are, or null. */
    private static @Nullable KeyColumn whole(TableStore<?> table, Object function) {
        return switch (function) {
            case Field<?> field ->
                column(table, field) instanceof KeyColumn keys
                                && keys.nulls() == 0
                                && keys.codec().isWhole()
                        ? keys
                        : null;
            case Expression<?> expression when !isWide(expression.expressionType()) -> null;
            case FieldMapper<?, ?, ?, ?, ?> mapper ->
                mapper.getMapper().getClass().getName().startsWith(ReferenceField.class.getName())
                        ? whole(table, mapper.getField())
                        : null;
            case UnaryExpression<?, ?> unary ->
                unary.operator() == UnaryExpression.Operator.CAST ? whole(table, unary.inner()) : null;
            case OrElseGetExpression<?, ?, ?> _ -> null;
            case NonNullableExpression<?, ?> nonNullable -> whole(table, nonNullable.innerNullable());
            default -> null;
        };
    }

    private static boolean isWide(ExpressionType type) {
        return switch (type) {
            case INT, LONG, INT_NULLABLE, LONG_NULLABLE -> true;
            default -> false;
        };
    }
}
