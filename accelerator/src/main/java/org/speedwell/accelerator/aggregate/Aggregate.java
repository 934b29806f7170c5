package org.speedwell.accelerator.aggregate;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An aggregate of the rows of a group. Immutable and thread-safe. Each thread has its own {@link State}. */
public sealed interface Aggregate {

    /**
     * Returns a state without rows.
     *
     * @throws NotOnColumnsException if columns cannot compute the aggregate
     */
    State state(InputCache inputs);

    record Count() implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return new Counts();
        }
    }

    /** An aggregate of one value of each row. */
    record OfValue(Input value, ValueAggregate of) implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return of.state(value.reader(), inputs);
        }
    }

    /** A map from one value of each row to another. A duplicate key is an error. */
    record ToMap(Input key, Input value) implements Aggregate {
        @Override
        @SuppressWarnings("NullAway") // a null key or value throws, as it does for entities
        public State state(InputCache inputs) {
            Reader ofKeys = key.reader();
            Reader ofValues = value.reader();
            IntFunction<@Nullable Object> keys = ofKeys.value();
            IntFunction<@Nullable Object> values = ofValues.value();
            Collector<Map.Entry<Object, Object>, ?, Map<Object, Object>> collector =
                    Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue);
            return new Containers(
                    (block, place) -> new SimpleImmutableEntry<>(
                            keys.apply(ofKeys.rows(block)[place]), values.apply(ofValues.rows(block)[place])),
                    collector);
        }
    }

    /** An aggregate of the rows that pass a test. */
    record Filtering(Input test, Aggregate of) implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return filtered(LongInput.ofTest(test.reader()), 1, of, inputs);
        }
    }

    private static State filtered(LongInput test, long wanted, Aggregate of, InputCache inputs) {
        return new Filtered(test, wanted, inputs.tables(), of.state(inputs.ofOtherBlocks()));
    }

    /** A map of two aggregates: one of the rows that pass a test, and one of the other rows. */
    record Partitioned(Input test, Aggregate of) implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            LongInput results = LongInput.ofTest(test.reader());
            return new Composite(
                    List.of(filtered(results, 0, of, inputs), filtered(results, 1, of, inputs)),
                    (_, parts) -> partitions(parts));
        }

        /**
         * Returns the map of two results, first for false and then for true. The map has the class that the JDK uses
         * for partitions.
         */
        public static Object partitions(@Nullable Object[] parts) {
            Collector<Boolean, @Nullable Object[], @Nullable Object> part = Collector.of(
                    () -> new @Nullable Object[1],
                    (result, isTrue) -> result[0] = parts[isTrue ? 1 : 0],
                    (one, _) -> one,
                    result -> result[0]);
            return Stream.of(true, false).collect(Collectors.partitioningBy(Boolean::booleanValue, part));
        }
    }

    /**
     * Groups of rows by keys, with the aggregates of each group.
     *
     * @param levels the numbers of leading keys to group by, the greatest first
     * @param map creates the map whose keys are the values of the only key. Equality in this map defines the groups,
     * and a key must not be null. Null for results that are records: then equal keys, and arrays with equal elements,
     * form one group.
     * @param result creates the result from the groups
     */
    record Grouped(
            List<Input> keys,
            List<Integer> levels,
            List<Aggregate> aggregates,
            @Nullable Supplier<? extends Map<?, ?>> map,
            Function<GroupSequence, @Nullable Object> result)
            implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return new Groups(this, inputs, true);
        }
    }
}
