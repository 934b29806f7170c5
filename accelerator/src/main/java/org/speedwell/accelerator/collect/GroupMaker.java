package org.speedwell.accelerator.collect;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.GroupSequence;
import org.speedwell.accelerator.aggregate.GroupTest;
import org.speedwell.accelerator.aggregate.ResultComparison;
import org.speedwell.accelerator.aggregate.ResultLimit;

/**
 * A converter of groups into the user's objects. It filters the groups by conditions. It also collects elements into
 * groups one by one, for streams of entities and for rows that columns cannot group.
 *
 * @param keys the number of keys of a group
 * @param rollup true if the result has subtotals too, by one key less at each level
 * @param maker creates an object from an array of the keys, followed by the aggregates
 */
public record GroupMaker<R>(
        int keys, List<Condition> conditions, boolean rollup, Function<@Nullable Object[], R> maker) {

    /** A condition that groups must meet. */
    public sealed interface Condition {}

    /**
     * A condition on one aggregate of a group.
     *
     * @param aggregate the index of the aggregate
     */
    public record OfGroup(int aggregate, Predicate<@Nullable Object> predicate) implements Condition {}

    /**
     * A condition that compares one aggregate of a group with a result over that aggregate of all groups.
     *
     * @param aggregate the index of the aggregate
     * @param overall collects the aggregate of all groups
     */
    public record AmongGroups(
            int aggregate,
            Collector<@Nullable Object, ?, ?> overall,
            BiPredicate<@Nullable Object, @Nullable Object> predicate)
            implements Condition {}

    /** A condition that a group is among those with the greatest aggregates. */
    public record AmongGreatest(ResultLimit choice) implements Condition {}

    /** Returns the number of keys of each level of groups, in the order of the result. */
    public List<Integer> levels() {
        return rollup
                ? IntStream.rangeClosed(0, keys).mapToObj(level -> keys - level).toList()
                : List.of(keys);
    }

    /** Creates the objects of the groups that meet all conditions. */
    public List<R> records(GroupSequence groups) {
        List<R> made = new ArrayList<>();
        if (conditions.stream().allMatch(condition -> condition instanceof OfGroup)) {
            groups.forEach(test(), parts -> made.add(maker.apply(parts)));
            return made;
        }
        List<@Nullable Object[]> all = new ArrayList<>();
        groups.forEach(test(), all::add);
        for (Condition condition : conditions) {
            switch (condition) {
                case OfGroup _ -> {} // the test includes it
                case AmongGroups among -> choose(all, keys + among.aggregate, among);
                case AmongGreatest(ResultLimit choice) -> choice.apply(all, parts -> parts[keys + choice.aggregate()]);
            }
        }
        all.forEach(parts -> made.add(maker.apply(parts)));
        return made;
    }

    private static void choose(List<@Nullable Object[]> groups, int place, AmongGroups condition) {
        Object overall = groups.stream().map(parts -> parts[place]).collect(condition.overall);
        groups.removeIf(parts -> !condition.predicate.test(parts[place], overall));
    }

    /** Returns the test of all conditions of type {@link OfGroup}. */
    private GroupTest test() {
        return new GroupTest() {
            @Override
            public boolean test(@Nullable Object[] parts) {
                return matches(parts);
            }

            @Override
            public List<ResultComparison> comparisons() {
                return GroupMaker.this.comparisons();
            }

            @Override
            public @Nullable ResultLimit limit() {
                return GroupMaker.this.limit();
            }
        };
    }

    /** Returns the comparisons before the first condition that may do anything else. */
    private List<ResultComparison> comparisons() {
        List<ResultComparison> known = new ArrayList<>();
        for (Condition condition : conditions) {
            if (condition instanceof OfGroup(int aggregate, Predicate<@Nullable Object> predicate)) {
                List<ResultComparison> of = ResultComparison.of(aggregate, predicate);
                if (of.isEmpty()) {
                    return known;
                }
                known.addAll(of);
            }
        }
        return known;
    }

    /** Returns the first choice among all groups, if only comparisons come before it. Otherwise returns null. */
    private @Nullable ResultLimit limit() {
        Condition first = null;
        for (Condition condition : conditions) {
            if (condition instanceof OfGroup(int aggregate, Predicate<@Nullable Object> predicate)) {
                if (ResultComparison.of(aggregate, predicate).isEmpty()) {
                    return null;
                }
            } else if (first == null) {
                first = condition;
            }
        }
        return first instanceof AmongGreatest(ResultLimit choice) ? choice : null;
    }

    /**
     * Returns whether a group meets all conditions of type {@link OfGroup}.
     *
     * @param parts an array of {@code keys} elements, followed by the aggregates of the group
     */
    boolean matches(@Nullable Object[] parts) {
        for (Condition condition : conditions) {
            if (condition instanceof OfGroup(int aggregate, Predicate<@Nullable Object> predicate)
                    && !predicate.test(parts[keys + aggregate])) {
                return false;
            }
        }
        return true;
    }

    /** Returns a collector that groups elements one by one. */
    public <E> Collector<E, ?, List<R>> collector(
            List<? extends Function<? super E, ?>> functions, List<? extends Collector<? super E, ?, ?>> aggregates) {
        List<Collector<E, ?, Map<Key, @Nullable Object[]>>> ofLevels = levels().stream()
                .<Collector<E, ?, Map<Key, @Nullable Object[]>>>map(
                        level -> ofLevel(functions.subList(0, level), all(aggregates)))
                .toList();
        return Collectors.collectingAndThen(all(ofLevels), levels -> records(Arrays.asList(levels)));
    }

    /**
     * Creates the objects of the groups of all levels.
     *
     * @param levels for each of the {@link #levels}, a map from {@link Key} to the aggregates of the group
     */
    List<R> records(List<?> levels) {
        return records((wanted, action) -> {
            for (Object level : levels) {
                forEach((Map<?, ?>) requireNonNull(level), wanted, action);
            }
        });
    }

    /**
     * Returns a collector that groups by some keys. Without keys, all elements are one group, even if there are no
     * elements.
     */
    private static <E> Collector<E, ?, Map<Key, @Nullable Object[]>> ofLevel(
            List<? extends Function<? super E, ?>> functions, Collector<E, ?, @Nullable Object[]> aggregates) {
        if (functions.isEmpty()) {
            return Collectors.collectingAndThen(aggregates, all -> Map.of(new Key(new Object[0]), all));
        }
        return Collectors.groupingBy(
                element ->
                        new Key(functions.stream().map(of -> of.apply(element)).toArray()),
                LinkedHashMap::new,
                aggregates);
    }

    private void forEach(Map<?, ?> groups, GroupTest wanted, Consumer<@Nullable Object[]> action) {
        groups.forEach((key, results) -> {
            @Nullable Object[] aggregates = (@Nullable Object[]) results;
            // The keys that a level omits are null.
            @Nullable Object[] parts = Arrays.copyOf(((Key) key).values, keys + aggregates.length);
            System.arraycopy(aggregates, 0, parts, keys, aggregates.length);
            if (wanted.test(parts)) {
                action.accept(parts);
            }
        });
    }

    /** The keys of a group. */
    @SuppressWarnings("ArrayRecordComponent") // the record compares the elements itself
    record Key(@Nullable Object[] values) implements Serializable {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && Arrays.deepEquals(values, key.values);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(values);
        }
    }

    /**
     * Returns a collector that runs several collectors over the same elements. Its result is an array of their results.
     */
    @SuppressWarnings("unchecked") // each container goes only to its own collector
    private static <E> Collector<E, ?, @Nullable Object[]> all(List<? extends Collector<? super E, ?, ?>> collectors) {
        Collector<E, Object, Object>[] all = collectors.toArray(Collector[]::new);
        BiConsumer<Object, E>[] accumulators =
                Arrays.stream(all).map(Collector::accumulator).toArray(BiConsumer[]::new);
        return Collector.of(
                () -> Arrays.stream(all).map(of -> of.supplier().get()).toArray(),
                (containers, element) -> {
                    for (int i = 0; i < all.length; i++) {
                        accumulators[i].accept(containers[i], element);
                    }
                },
                (left, right) -> {
                    Arrays.setAll(left, i -> all[i].combiner().apply(left[i], right[i]));
                    return left;
                },
                containers -> {
                    @Nullable Object[] results = new @Nullable Object[all.length];
                    Arrays.setAll(results, i -> all[i].finisher().apply(containers[i]));
                    return results;
                });
    }
}
