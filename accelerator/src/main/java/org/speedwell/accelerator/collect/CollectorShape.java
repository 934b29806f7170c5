package org.speedwell.accelerator.collect;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.speedwell.accelerator.aggregate.ValueAggregate;

/**
 * The computation of a collector. Its functions have any form that columns can evaluate: fields, expressions and
 * analysed lambdas.
 */
public sealed interface CollectorShape {

    /** Returns the shape of a collector. A collector of another library is {@link Unknown}. */
    static CollectorShape of(Collector<?, ?, ?> collector) {
        return collector instanceof ColumnCollector<?, ?> known
                ? known.shape()
                : new Unknown(requireNonNull(collector));
    }

    /** A collector of elements whose computation is unknown. */
    record Unknown(Collector<?, ?, ?> collector) implements CollectorShape {
        /** Returns the name of the collector's class. */
        String type() {
            return collector.getClass().getName();
        }
    }

    /** The number of elements. */
    record Counting() implements CollectorShape {}

    /** An aggregate of the results of a function. */
    record OfValues(Object function, ValueAggregate aggregate) implements CollectorShape {}

    /** A map from the results of one function to the results of another. A duplicate key is an error. */
    record ToMap(Object key, Object value) implements CollectorShape {}

    /** A collector of the elements that a predicate accepts. */
    record Filtering(Object predicate, CollectorShape downstream) implements CollectorShape {}

    /** Two collections: the elements that a predicate accepts, and the elements that it rejects. */
    record Partitioning(Object predicate, CollectorShape downstream) implements CollectorShape {}

    /** A map of groups. A function returns the key of each element. */
    record Grouping(Object key, Supplier<? extends Map<?, ?>> map, CollectorShape downstream)
            implements CollectorShape {}

    /**
     * The groups with the greatest values, in descending order. Groups of equal value are in the order of their keys.
     *
     * @param limit the largest number of groups
     * @param choice chooses the groups from a map of all groups
     */
    record Greatest(int limit, CollectorShape groups, Function<Map<Object, Object>, ?> choice)
            implements CollectorShape {}

    /** Groups by several keys, and an object for each group that contains its aggregates. */
    record Aggregating(List<Object> keys, List<CollectorShape> aggregates, GroupMaker<?> maker)
            implements CollectorShape {}
}
