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

/** An aggregate of the rows of a group. Immutable and thread-safe; each thread has a {@link State} of its own. */
public sealed interface Aggregate {

    /** Returns a state of no rows; throws {@link NotOnColumnsException} if columns cannot compute it. */
    State state(InputCache inputs);

    /** The number of rows. */
    record Count() implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return new Counts();
        }
    }

    /** An aggregate of a value of each row. */
    record OfValue(Input value, ValueAggregate of) implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            return of.state(value.reader(), inputs);
        }
    }

    /** A map from one value of each row to another; a key that comes twice is an error. */
    record ToMap(Input key, Input value) implements Aggregate {
        @Override
        @SuppressWarnings("NullAway") // a null key or value is the error that it is over entities
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

    /** An aggregate of the rows that pass a test, and of those that do not, as a map. */
    record Partitioned(Input test, Aggregate of) implements Aggregate {
        @Override
        public State state(InputCache inputs) {
            LongInput results = LongInput.ofTest(test.reader());
            return new Composite(
                    List.of(filtered(results, 0, of, inputs), filtered(results, 1, of, inputs)),
                    (_, parts) -> partitions(parts));
        }

        /** Returns the map that the JDK makes of two partitions, of a class of its own: of false, and of true. */
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
     * Groups of rows by keys, and their aggregates.
     *
     * @param levels by how many of the keys there are groups, most first
     * @param map makes the map whose keys the one key becomes: it tells which keys are the same, and a key must not be null; null
     *     for records, where keys are the same if they are equal, and arrays if their elements are
     * @param result makes the result of the groups
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
