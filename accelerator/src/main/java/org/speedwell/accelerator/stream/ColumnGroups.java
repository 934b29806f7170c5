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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.kernel.GroupTotals;
import org.speedwell.accelerator.kernel.TopN;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.NumberColumn;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * Counts, sums and averages, of all or by a column whose keys lie close together: totals in arrays, and of each group one object at
 * the end. Where it cannot say for sure that the result is that of the collector, it leaves the work to it.
 */
final class ColumnGroups {
    private ColumnGroups() {}

    /** What is asked of each group: of the totals of which column, and what is made of them. */
    private record Aggregate(ColumnRef.@Nullable Ordered values, Finisher finisher, Rank rank) {}

    @FunctionalInterface
    private interface Finisher {
        Object of(long count, long sum);
    }

    /** A number in the order of what the finisher makes. */
    @FunctionalInterface
    private interface Rank {
        long of(long count, long sum);
    }

    /** The keys of groups, and their totals to make an aggregate of. */
    private record Groups(KeyColumn keys, boolean isOptional, Aggregate aggregate, GroupTotals totals) {
        long rank(int group) {
            return aggregate.rank.of(totals.count(group), totals.sum(group));
        }

        Object key(int group) {
            Object key = keys.codec().value(keys.min() + group);
            return isOptional ? Optional.of(key) : key;
        }

        Object value(int group) {
            return aggregate.finisher.of(totals.count(group), totals.sum(group));
        }

        /** The groups that have rows, by their keys. */
        void forEach(IntConsumer action) {
            for (int group = 0; group < totals.groups(); group++) {
                if (totals.count(group) > 0) {
                    action.accept(group);
                }
            }
        }
    }

    /** What a collector gives, or null if it has to be collected row by row. */
    @SuppressWarnings("unchecked") // the finishers give what the collector does
    static <R> @Nullable R collect(Scope scope, Logical query, Collector<?, ?, R> collector, Execution execution) {
        TableStore<?> table = scope.table();
        if (collector instanceof ColumnCollector.Aggregating<?, ?, ?> aggregating) {
            return (R) records(scope, query, aggregating, execution);
        }
        if (Logical.hasWindow(query)) {
            return null;
        }
        if (collector instanceof ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping) {
            return (R) map(table, query, grouping, execution);
        }
        if (collector instanceof ColumnCollector.Greatest<?, ?, ?, ?> greatest) {
            return (R) greatest(table, query, greatest, execution);
        }
        Aggregate aggregate = aggregate(table, collector);
        if (aggregate == null) {
            return null;
        }
        GroupTotals totals = execution.run(new Planner(table).groups(query, null, aggregate.values));
        return (R) aggregate.finisher.of(totals.count(0), totals.sum(0));
    }

    /** Records of groups by several keys. */
    private static <O> @Nullable List<O> records(
            Scope scope, Logical query, ColumnCollector.Aggregating<?, ?, O> of, Execution execution) {
        Supplier<Aggregator> aggregators = AggregateReader.of(scope).aggregators(of);
        if (aggregators == null) {
            return null;
        }
        Aggregator groups =
                execution.run(new Planner(scope.table()).aggregates(query, aggregators, AggregateReader.words(of)));
        return AggregateReader.records(of, groups);
    }

    @SuppressWarnings("unchecked") // the map is the collector's own, and takes what its functions give
    private static @Nullable Map<Object, Object> map(
            TableStore<?> table, Logical query, ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping, Execution execution) {
        Groups groups = groups(table, query, grouping, execution);
        if (groups == null) {
            return null;
        }
        Map<Object, Object> map = (Map<Object, Object>) grouping.mapFactory().get();
        groups.forEach(group -> map.put(groups.key(group), groups.value(group)));
        return map;
    }

    /** The groups are chosen by their totals; objects are made of those chosen alone. */
    private static @Nullable List<Map.Entry<Object, Object>> greatest(
            TableStore<?> table, Logical query, ColumnCollector.Greatest<?, ?, ?, ?> greatest, Execution execution) {
        Groups groups = greatest.groups() instanceof ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping
                ? groups(table, query, grouping, execution)
                : null;
        if (groups == null) {
            return null;
        }
        TopN first = new TopN(
                Math.min(greatest.most(), groups.totals.groups()),
                (a, b) -> Long.compare(groups.rank(b), groups.rank(a)));
        groups.forEach(first::offer);
        return IntStream.of(first.inOrder())
                .mapToObj(group -> Map.entry(groups.key(group), groups.value(group)))
                .toList();
    }

    private static @Nullable Groups groups(
            TableStore<?> table, Logical query, ColumnCollector.Grouping<?, ?, ?, ?, ?> grouping, Execution execution) {
        // without an order, a mapper may give one value for several keys
        if (!isKnown(grouping.mapFactory().get())
                || !(keys(table, grouping.key()) instanceof ColumnRef.Ordered keys)
                || !GroupTotals.isPossible(keys.column())) {
            return null;
        }
        Aggregate aggregate = aggregate(table, grouping.downstream());
        if (aggregate == null) {
            return null;
        }
        return new Groups(
                keys.column(),
                grouping.key() instanceof Known<?, ?> known && known.code() instanceof Expr.Optional,
                aggregate,
                execution.run(new Planner(table).groups(query, keys, aggregate.values)));
    }

    /** Of the values of a function, be they in optionals. */
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

    /** Other maps may keep the order in which groups are met, or take several keys for one. */
    private static boolean isKnown(Map<?, ?> map) {
        return map.isEmpty()
                && (map.getClass() == HashMap.class
                        || map.getClass() == TreeMap.class && ((TreeMap<?, ?>) map).comparator() == null);
    }

    private static @Nullable Aggregate aggregate(TableStore<?> table, Collector<?, ?, ?> downstream) {
        return switch (downstream) {
            case ColumnCollector.Counting<?, ?> _ -> new Aggregate(null, (count, sum) -> count, (count, sum) -> count);
            case ColumnCollector.Measuring<?, ?, ?> measuring -> measuring(table, measuring);
            case ColumnCollector.SummingDecimal<?, ?> summing -> summing(table, summing);
            default -> null;
        };
    }

    private static @Nullable Aggregate measuring(TableStore<?> table, ColumnCollector.Measuring<?, ?, ?> measuring) {
        ColumnRef.Ordered values = whole(table, measuring.number());
        if (values == null) {
            return null;
        }
        boolean fitsInt = fitsInt(values.column());
        return switch (measuring.measure()) {
            case SUM_INT ->
                fitsInt ? new Aggregate(values, (count, sum) -> (int) sum, (count, sum) -> (int) sum) : null;
            case SUM_LONG -> new Aggregate(values, (count, sum) -> sum, (count, sum) -> sum);
            case AVERAGE_INT -> fitsInt ? averages(values) : null;
            case AVERAGE_LONG -> averages(values);
            default -> null;
        };
    }

    private static Aggregate averages(ColumnRef.Ordered values) {
        return new Aggregate(values, ColumnGroups::average, (count, sum) -> {
            long bits = Double.doubleToLongBits(average(count, sum));
            return bits ^ (bits >> 63 & Long.MAX_VALUE); // which compare as the doubles do
        });
    }

    /** That of nothing is 0, as the JDK's collectors have it. */
    private static Double average(long count, long sum) {
        return count == 0 ? 0 : (double) sum / count;
    }

    private static @Nullable Aggregate summing(TableStore<?> table, ColumnCollector.SummingDecimal<?, ?> summing) {
        if (!(column(table, summing.number()) instanceof ColumnRef.Ordered column)) {
            return null;
        }
        OptionalInt common = ColumnReduction.scale(table, column.column());
        if (common.isEmpty()) {
            return null;
        }
        int scale = common.getAsInt();
        return new Aggregate(
                column,
                (count, sum) -> count == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(sum, scale),
                (count, sum) -> sum);
    }

    private static @Nullable ColumnRef column(TableStore<?> table, Object function) {
        int index = ExpressionResolver.column(table, function);
        return index < 0 ? null : table.ref(index);
    }

    /** The column of whole numbers without NULL whose values the function gives as they are, or null. */
    private static ColumnRef.@Nullable Ordered whole(TableStore<?> table, Object function) {
        ColumnRef.Ordered column = inner(table, function);
        boolean isCut = column != null
                && !fitsInt(column.column())
                && function instanceof Expression<?> expression
                && (expression.expressionType() == ExpressionType.INT
                        || expression.expressionType() == ExpressionType.INT_NULLABLE);
        return isCut ? null : column;
    }

    private static boolean fitsInt(KeyColumn values) {
        return values.min() >= Integer.MIN_VALUE && values.max() <= Integer.MAX_VALUE;
    }

    private static ColumnRef.@Nullable Ordered inner(TableStore<?> table, Object function) {
        return switch (function) {
            case Known<?, ?> known -> NumberColumn.whole(table, known);
            case Field<?> field ->
                column(table, field) instanceof ColumnRef.Ordered keys
                                && keys.column().nulls() == 0
                                && keys.column().codec().isWhole()
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
