package org.speedwell.accelerator.collect;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregate;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.aggregate.DenseGroups;
import org.speedwell.accelerator.aggregate.GreatestGroups;
import org.speedwell.accelerator.aggregate.GroupSequence;
import org.speedwell.accelerator.aggregate.Input;
import org.speedwell.accelerator.aggregate.NotOnColumnsException;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Planner;

/**
 * A plan that computes a collector on columns, or the reason why columns cannot compute it. Immutable and thread-safe.
 */
public sealed interface CollectorPlan {

    /** A reader of the functions of a collector. */
    @FunctionalInterface
    interface Sources {
        /** Returns the input that a function of the elements computes. Null if columns cannot evaluate the function. */
        @Nullable
        Input of(Object function);
    }

    /** A collector that runs over the elements themselves, and the reason. */
    record Unsupported(String reason) implements CollectorPlan {}

    /**
     * A collector that columns compute.
     *
     * @param aggregate the aggregate that the collector computes
     * @param dense the same aggregate in arrays, for rows of one table in any order; null if arrays cannot compute it
     * @param aggregators creates an aggregator for each thread
     * @param shape the collector's shape, for {@code explain}
     */
    record Columns(
            Aggregate aggregate, @Nullable DenseGroups dense, Supplier<Aggregator> aggregators, CollectorShape shape)
            implements CollectorPlan {
        /** The number of possible groups up to which arrays are always fast. */
        private static final int MAX_GROUPS_OF_ANY_QUERY = 1 << 10;

        /** The number of possible groups per row up to which arrays are faster than a hash table. */
        private static final int MAX_GROUPS_A_ROW = 1 << 5;

        /** Returns a description of the plan for {@code explain}. */
        public String describe() {
            return CollectorPlan.describe(shape);
        }

        /** Returns the collector's result for the rows of a query over one table. */
        @SuppressWarnings({"unchecked", "NullAway"}) // the result has the type of the collector
        public <R> R run(Logical query, Execution execution) {
            Planner planner = new Planner(execution.table());
            if (aggregate instanceof Aggregate.Count) {
                return (R) execution.run(planner.count(query));
            }
            return dense == null || Logical.hasWindow(query) || isSparse(dense.groups(), planner, query)
                    ? execution
                            .run(planner.aggregates(query, aggregators, describe()))
                            .result()
                    : (R) dense.result(execution.run(planner.groups(query, dense)));
        }

        /** Returns whether a query has too few rows to justify arrays of all possible groups. */
        private static boolean isSparse(long groups, Planner planner, Logical query) {
            return groups > MAX_GROUPS_OF_ANY_QUERY && groups > planner.estimate(query) * MAX_GROUPS_A_ROW;
        }
    }

    /**
     * Plans a collector of the rows of a table.
     *
     * @param functions analyses a function of the collector; throws {@link NotOnColumnsException} if the function is
     *     opaque
     */
    static CollectorPlan of(CollectorShape shape, Scope scope, UnaryOperator<Object> functions) {
        return of(shape, 1, function -> new Input.OfRows(0, scope, functions.apply(function)));
    }

    /** Plans a collector of tuples of rows of several tables. */
    static CollectorPlan of(CollectorShape shape, int tables, Sources sources) {
        try {
            Aggregate aggregate = aggregate(shape, sources);
            DenseGroups dense = tables == 1 ? DenseGroups.of(aggregate) : null;
            return new Columns(
                    aggregate,
                    dense,
                    dense == null ? tried(tables, aggregate) : () -> new Aggregator(tables, aggregate),
                    shape);
        } catch (NotOnColumnsException e) {
            return new Unsupported(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns a supplier of aggregators. Creates the first one at once, because its constructor throws if columns
     * cannot compute the aggregate.
     */
    private static Supplier<Aggregator> tried(int tables, Aggregate aggregate) {
        AtomicReference<@Nullable Aggregator> unused = new AtomicReference<>(new Aggregator(tables, aggregate));
        return () -> {
            Aggregator made = unused.getAndSet(null);
            return made == null ? new Aggregator(tables, aggregate) : made;
        };
    }

    private static Aggregate aggregate(CollectorShape shape, Sources sources) {
        return switch (shape) {
            case CollectorShape.Unknown unknown ->
                throw new NotOnColumnsException("uses a collector of the unknown class " + unknown.type());
            case CollectorShape.Counting _ -> new Aggregate.Count();
            case CollectorShape.OfValues values ->
                new Aggregate.OfValue(input(values.function(), sources), values.aggregate());
            case CollectorShape.ToMap map ->
                new Aggregate.ToMap(input(map.key(), sources), input(map.value(), sources));
            case CollectorShape.Filtering filtering ->
                new Aggregate.Filtering(
                        input(filtering.predicate(), sources), aggregate(filtering.downstream(), sources));
            case CollectorShape.Partitioning partitioning ->
                new Aggregate.Partitioned(
                        input(partitioning.predicate(), sources), aggregate(partitioning.downstream(), sources));
            case CollectorShape.Grouping grouping ->
                grouped(grouping, sources, groups -> map(groups, grouping.map().get()));
            case CollectorShape.Greatest greatest -> greatest(greatest, sources);
            case CollectorShape.Aggregating aggregating ->
                new Aggregate.Grouped(
                        aggregating.keys().stream()
                                .map(key -> input(key, sources))
                                .toList(),
                        aggregating.maker().levels(),
                        aggregating.aggregates().stream()
                                .map(of -> aggregate(of, sources))
                                .toList(),
                        null,
                        aggregating.maker()::records);
        };
    }

    private static Input input(Object function, Sources sources) {
        return NotOnColumnsException.require(
                sources.of(function),
                "uses a function that Speedwell cannot read, or that reads a row that may be missing");
    }

    private static Aggregate grouped(
            CollectorShape.Grouping of, Sources sources, Function<GroupSequence, @Nullable Object> result) {
        return new Aggregate.Grouped(
                List.of(input(of.key(), sources)),
                List.of(1),
                List.of(aggregate(of.downstream(), sources)),
                of.map(),
                result);
    }

    @SuppressWarnings("unchecked") // the supplier's map accepts the results of the functions
    private static Map<Object, Object> map(GroupSequence groups, Map<?, ?> empty) {
        Map<Object, Object> map = (Map<Object, Object>) empty;
        groups.forEach(_ -> true, parts -> map.put(parts[0], parts[1]));
        return map;
    }

    private static Aggregate greatest(CollectorShape.Greatest of, Sources sources) {
        if (!(of.groups() instanceof CollectorShape.Grouping grouping)) {
            throw new NotOnColumnsException("chooses groups from a map that groupingBy does not create");
        }
        return grouped(
                grouping,
                sources,
                GreatestGroups.canRead(grouping.map().get())
                        ? groups -> GreatestGroups.of(groups, of.limit())
                        : groups -> of.choice().apply(map(groups, grouping.map().get())));
    }

    private static String describe(CollectorShape of) {
        return switch (of) {
            case CollectorShape.Aggregating aggregating ->
                describe(aggregating.keys().size(), aggregating.aggregates().size())
                        + (aggregating.maker().levels().size() > 1 ? ", with subtotals" : "");
            case CollectorShape.Grouping _, CollectorShape.Greatest _ -> describe(1, 1);
            case CollectorShape.Unknown _,
                    CollectorShape.Counting _,
                    CollectorShape.OfValues _,
                    CollectorShape.ToMap _,
                    CollectorShape.Filtering _,
                    CollectorShape.Partitioning _ -> describe(0, 1);
        };
    }

    private static String describe(int keys, int aggregates) {
        return (keys == 0 ? "" : "groups by " + keys + (keys == 1 ? " key, " : " keys, "))
                + aggregates
                + (aggregates == 1 ? " aggregate" : " aggregates");
    }
}
