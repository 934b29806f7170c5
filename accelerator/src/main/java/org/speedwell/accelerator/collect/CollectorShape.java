package org.speedwell.accelerator.collect;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collector;
import org.speedwell.accelerator.aggregate.ValueAggregate;

/** The computation of a collector. Its functions have any form that columns read: fields, expressions and analysed lambdas. */
public sealed interface CollectorShape {

    /** Returns the shape of a collector; of one that is none of ours it is {@link Unknown}. */
    static CollectorShape of(Collector<?, ?, ?> collector) {
        return collector instanceof ColumnCollector<?, ?> known
                ? known.shape()
                : new Unknown(requireNonNull(collector));
    }

    /** A collector of elements whose computation is not known. */
    record Unknown(Collector<?, ?, ?> collector) implements CollectorShape {
        /** Returns the name of its class. */
        String type() {
            return collector.getClass().getName();
        }
    }

    /** The number of elements. */
    record Counting() implements CollectorShape {}

    /** An aggregate of what a function gives. */
    record OfValues(Object function, ValueAggregate aggregate) implements CollectorShape {}

    /** A map from what one function gives to what another gives; no key may come twice. */
    record ToMap(Object key, Object value) implements CollectorShape {}

    /** The elements that a predicate lets pass. */
    record Filtering(Object predicate, CollectorShape downstream) implements CollectorShape {}

    /** The elements that a predicate lets pass, and those that it does not. */
    record Partitioning(Object predicate, CollectorShape downstream) implements CollectorShape {}

    /** A map of groups by what a function gives. */
    record Grouping(Object key, Supplier<? extends Map<?, ?>> map, CollectorShape downstream)
            implements CollectorShape {}

    /**
     * Of groups, those with the greatest values, greatest first; those of equal value by their keys.
     *
     * @param choice chooses them out of all groups
     */
    record Greatest(int most, CollectorShape groups, Function<Map<Object, Object>, ?> choice)
            implements CollectorShape {}

    /** Groups by several keys, and objects made of the aggregates of each. */
    record Aggregating(List<Object> keys, List<CollectorShape> aggregates, GroupMaker<?> maker)
            implements CollectorShape {}
}
