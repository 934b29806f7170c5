package org.speedwell.accelerator.collect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.GroupSequence;

/**
 * Makes a user's objects of groups, those that meet all conditions, and collects elements into groups one by one: of
 * entities, and of rows where the quicker ways cannot.
 *
 * @param keys how many keys the groups have
 * @param rollup whether subtotals by ever fewer keys are wanted, too
 * @param maker of the keys, and the aggregates behind them
 */
public record GroupMaker<R>(
        int keys, List<Condition> conditions, boolean rollup, Function<@Nullable Object[], R> maker) {

    /** A condition of an aggregate, by its place. */
    public record Condition(int aggregate, Predicate<@Nullable Object> predicate) {}

    /** By how many of the keys there are groups, in the order in which they are wanted. */
    List<Integer> levels() {
        return rollup
                ? IntStream.rangeClosed(0, keys).mapToObj(level -> keys - level).toList()
                : List.of(keys);
    }

    /** Makes the objects of groups. */
    List<R> records(GroupSequence groups) {
        List<R> made = new ArrayList<>();
        groups.forEach(this::wants, parts -> made.add(maker.apply(parts)));
        return made;
    }

    /**
     * Whether a group meets all conditions.
     *
     * @param parts its aggregates, behind as many places as it has keys
     */
    boolean wants(@Nullable Object[] parts) {
        for (Condition condition : conditions) {
            if (!condition.predicate.test(parts[keys + condition.aggregate])) {
                return false;
            }
        }
        return true;
    }

    /** Collects elements one by one. */
    public <E> Collector<E, ?, List<R>> collector(
            List<? extends Function<? super E, ?>> functions, List<? extends Collector<? super E, ?, ?>> aggregates) {
        @SuppressWarnings("unchecked") // there are no arrays of generic classes
        Aggregate<E>[] all = aggregates.stream().map(Aggregate::<E>of).<Aggregate<E>>toArray(Aggregate[]::new);
        List<Integer> levels = levels();
        return Collector.of(
                () -> new Elements<>(levels, functions, all),
                Elements::add,
                Elements::merge,
                elements -> elements.finish(this));
    }

    /** The functions of a collector. */
    private record Aggregate<E>(Collector<E, Object, Object> collector, BiConsumer<Object, E> accumulator) {
        @SuppressWarnings("unchecked") // its own affair
        static <E> Aggregate<E> of(Collector<? super E, ?, ?> collector) {
            Collector<E, Object, Object> of = (Collector<E, Object, Object>) (Collector<?, ?, ?>) collector;
            return new Aggregate<>(of, of.accumulator());
        }
    }

    /** The keys of a group. */
    @SuppressWarnings("ArrayRecordComponent") // compared by their elements
    private record Key(@Nullable Object[] values) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key key && Arrays.deepEquals(values, key.values);
        }

        @Override
        public int hashCode() {
            return Arrays.deepHashCode(values);
        }
    }

    /** The groups of some elements, of each level. For one thread. */
    private static final class Elements<E> {
        private final List<Integer> levels;
        private final List<? extends Function<? super E, ?>> functions;
        private final Aggregate<E>[] aggregates;
        private final List<Map<Key, Object[]>> groups = new ArrayList<>();

        Elements(List<Integer> levels, List<? extends Function<? super E, ?>> functions, Aggregate<E>[] aggregates) {
            this.levels = levels;
            this.functions = functions;
            this.aggregates = aggregates;
            for (int level : levels) {
                Map<Key, Object[]> groupsOfLevel = new LinkedHashMap<>();
                if (level == 0) {
                    groupsOfLevel.put(new Key(new Object[0]), containers()); // of nothing, too
                }
                groups.add(groupsOfLevel);
            }
        }

        void add(E element) {
            @Nullable Object[] keys = new @Nullable Object[functions.size()];
            for (int i = 0; i < keys.length; i++) {
                keys[i] = functions.get(i).apply(element);
            }
            for (int i = 0; i < levels.size(); i++) {
                Key key = new Key(levels.get(i) == keys.length ? keys : Arrays.copyOf(keys, levels.get(i)));
                Object[] containers = groups.get(i).computeIfAbsent(key, _ -> containers());
                for (int of = 0; of < aggregates.length; of++) {
                    aggregates[of].accumulator.accept(containers[of], element);
                }
            }
        }

        private Object[] containers() {
            Object[] containers = new Object[aggregates.length];
            Arrays.setAll(containers, i -> aggregates[i].collector.supplier().get());
            return containers;
        }

        Elements<E> merge(Elements<E> later) {
            for (int i = 0; i < levels.size(); i++) {
                Map<Key, Object[]> level = groups.get(i);
                later.groups.get(i).forEach((key, containers) -> level.merge(key, containers, this::merged));
            }
            return this;
        }

        private Object[] merged(Object[] one, Object[] other) {
            Object[] merged = new Object[one.length];
            Arrays.setAll(merged, i -> aggregates[i].collector.combiner().apply(one[i], other[i]));
            return merged;
        }

        <R> List<R> finish(GroupMaker<R> maker) {
            List<R> made = new ArrayList<>();
            for (Map<Key, Object[]> level : groups) {
                level.forEach((key, containers) -> {
                    // which leaves those that are summed over null
                    @Nullable Object[] parts = Arrays.copyOf(key.values, functions.size() + aggregates.length);
                    for (int i = 0; i < aggregates.length; i++) {
                        parts[functions.size() + i] =
                                aggregates[i].collector.finisher().apply(containers[i]);
                    }
                    if (maker.wants(parts)) {
                        made.add(maker.maker.apply(parts));
                    }
                });
            }
            return made;
        }
    }
}
