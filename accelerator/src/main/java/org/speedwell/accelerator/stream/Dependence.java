package org.speedwell.accelerator.stream;

import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.NecessaryRange;

/**
 * The rows and columns of a table on which the result of a pipeline depends.
 *
 * @param ranges the result depends only on rows that are in all of these ranges
 * @param columns the places of the columns on which the result depends; null if it may depend on all. The result always
 * depends on which rows exist
 */
public record Dependence(
        List<NecessaryRange> ranges, @Nullable BitSet columns) {
    /** The dependence on all rows and columns. */
    public static final Dependence ON_ALL = new Dependence(List.of(), null);

    /**
     * Returns the dependence of a pipeline.
     *
     * @param filter the filter at the start of the pipeline; null if there is none
     * @param operations all operations
     * @param shape the shape of the collector; null if there is none or it is unknown
     */
    static Dependence of(
            Scope scope, @Nullable Filter filter, List<Operation<?, ?>> operations, @Nullable CollectorShape shape) {
        BitSet columns = new BitSet();
        boolean isKnown =
                (filter == null || add(filter, columns)) && new Functions(scope, columns).addAll(operations, shape);
        return new Dependence(filter == null ? List.of() : NecessaryRange.of(filter), isKnown ? columns : null);
    }

    /** Adds the columns of a filter. Returns false if they are unknown, as those of a condition that never holds. */
    private static boolean add(Filter filter, BitSet columns) {
        switch (filter) {
            case Filter.InRange range -> columns.set(range.column().place());
            case Filter.KeySet set -> columns.set(set.column().place());
            case Filter.KeyOrdered pair -> {
                columns.set(pair.below().place());
                columns.set(pair.above().place());
            }
            case Filter.NullRows nulls -> columns.set(nulls.column().place());
            case Filter.FieldTest test -> columns.set(test.column().place());
            case Filter.TextMatch match -> columns.set(match.column().place());
            case Filter.Computed computed -> {
                computed.columns().values().forEach(column -> columns.set(column.place()));
                // a condition on a referenced row depends on the foreign keys, which the filter does not name
                return !computed.condition().hasGiven() && !computed.condition().readsReferenced();
            }
            case Filter.And and -> {
                return and.filters().stream().allMatch(part -> add(part, columns));
            }
            case Filter.Or or -> {
                return or.filters().stream().allMatch(part -> add(part, columns));
            }
            case Filter.Constant _ -> {
                return false;
            }
        }
        return true;
    }

    /** A reader of the columns that the functions of a pipeline read. For one use. */
    private record Functions(Scope scope, BitSet columns) {
        /** Adds the columns of all functions after the filters at the start. Returns false if they are unknown. */
        boolean addAll(List<Operation<?, ?>> operations, @Nullable CollectorShape shape) {
            int first = 0;
            while (operations.get(first).method() == StreamMethod.FILTER) {
                first++;
            }
            Operation<?, ?> next = operations.get(first);
            return switch (next.method()) {
                case COUNT -> true;
                case MAP, MAP_TO_INT, MAP_TO_LONG, MAP_TO_DOUBLE, ANY_MATCH, ALL_MATCH, NONE_MATCH ->
                    next.argument() != null && add(next.argument()); // later operations run on its results
                case COLLECT -> shape != null && add(shape);
                default -> false;
            };
        }

        private boolean add(CollectorShape shape) {
            return switch (shape) {
                case CollectorShape.Counting _ -> true;
                case CollectorShape.OfValues values -> add(values.function());
                case CollectorShape.ToMap map -> add(map.key()) && add(map.value());
                case CollectorShape.Filtering filtering -> add(filtering.predicate()) && add(filtering.downstream());
                case CollectorShape.Partitioning partitioning ->
                    add(partitioning.predicate()) && add(partitioning.downstream());
                case CollectorShape.Grouping grouping -> add(grouping.key()) && add(grouping.downstream());
                case CollectorShape.Greatest greatest -> add(greatest.groups());
                case CollectorShape.Aggregating aggregating ->
                    aggregating.keys().stream().allMatch(this::add)
                            && aggregating.aggregates().stream().allMatch(this::add);
                case CollectorShape.Unknown _ -> false;
            };
        }

        private boolean add(Object function) {
            int column = ExpressionResolver.column(scope.table(), function);
            if (column >= 0) {
                columns.set(column);
                return true;
            }
            BitSet read = ExpressionResolver.determinants(scope, function);
            if (read != null) {
                columns.or(read);
                return true;
            }
            Filter filter = function instanceof Predicate<?> predicate ? scope.filter(predicate) : null;
            return filter != null && Dependence.add(filter, columns);
        }
    }
}
