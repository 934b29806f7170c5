package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.GroupSequence;
import org.speedwell.accelerator.aggregate.ValueAggregate;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.collect.GroupMaker;
import org.speedwell.accelerator.eval.RowNumber;

/**
 * The groups of rows by some keys, and by fewer of them for subtotals. A group without rows disappears.
 *
 * <p>If the result has an order, it is that of the first row of each group. The part knows the first row as long as that
 * stays in its group. It fails when another row, which it does not know, becomes the first one.
 */
final class GroupedPart extends Part {
    private final int keys;
    private final List<Integer> levels;
    private final List<CollectorShape> aggregates;
    private final boolean isOrdered;
    private final boolean isInRowOrder;
    private final Function<GroupSequence, @Nullable Object> result;
    private final List<CollectorShape> partials;

    /** True if a key must not be null. */
    private final boolean needsKeys;

    /** True if keys are equal by their order, as in a sorted map. */
    private final boolean isSorted;

    /** The groups of each level by their keys. */
    private final List<Map<List<@Nullable Object>, Group>> groups = new ArrayList<>();

    /** A group: its rows, its first row, and its aggregates. */
    private static final class Group {
        private final List<Part> parts;
        private long rows;
        private long first = Long.MAX_VALUE;

        /** True if {@link #first} was removed, and no earlier row has come. */
        private boolean isFirstGone;

        Group(List<Part> parts) {
            this.parts = parts;
        }

        void add(long row) {
            if (row <= first) {
                first = row;
                isFirstGone = false;
            }
        }

        void remove(long row) {
            isFirstGone |= row == first;
        }
    }

    private GroupedPart(
            List<Object> keys,
            List<Integer> levels,
            List<CollectorShape> aggregates,
            @Nullable Map<?, ?> map,
            boolean isOrdered,
            boolean isInRowOrder,
            Function<GroupSequence, @Nullable Object> result) {
        this.keys = keys.size();
        this.levels = levels;
        this.aggregates = aggregates;
        this.isOrdered = isOrdered;
        this.isInRowOrder = isInRowOrder;
        this.result = result;
        this.needsKeys = map != null;
        this.isSorted = map instanceof TreeMap<?, ?>;
        if (isOrdered && !isInRowOrder) {
            throw new NotIncrementalException("the order of its groups does not follow from row ids");
        }
        List<CollectorShape> all = new ArrayList<>(List.of(new CollectorShape.Counting()));
        if (isOrdered) {
            all.add(new CollectorShape.OfValues(RowNumber.OF_ROW, new ValueAggregate.Extreme<Integer>(false)));
        }
        parts().forEach(part -> all.addAll(part.partials()));
        GroupMaker<@Nullable Object[]> arrays = new GroupMaker<>(this.keys, List.of(), false, Function.identity());
        this.partials = List.of(new CollectorShape.Aggregating(keys, all, arrays));
        for (int level : levels) {
            groups.add(new HashMap<>());
            if (level == 0) {
                groups.getLast().put(List.of(), new Group(parts())); // it exists even without rows
            }
        }
    }

    static GroupedPart of(CollectorShape.Grouping of, boolean isInRowOrder) {
        return of(of, isInRowOrder, map -> map);
    }

    /** Returns the part of the groups with the greatest values, which are chosen from a map of all groups. */
    static GroupedPart of(CollectorShape.Greatest of, CollectorShape.Grouping groups, boolean isInRowOrder) {
        return of(groups, isInRowOrder, map -> of.choice().apply(map));
    }

    private static GroupedPart of(
            CollectorShape.Grouping of, boolean isInRowOrder, Function<Map<Object, Object>, @Nullable Object> finish) {
        Map<?, ?> empty = of.map().get();
        boolean isKnown = empty.getClass() == HashMap.class
                || empty.getClass() == LinkedHashMap.class
                || empty.getClass() == TreeMap.class && ((TreeMap<?, ?>) empty).comparator() == null;
        if (!isKnown || !empty.isEmpty()) {
            throw new NotIncrementalException("it collects into a map of an unknown kind");
        }
        return new GroupedPart(
                List.of(of.key()),
                List.of(1),
                List.of(of.downstream()),
                empty,
                empty instanceof LinkedHashMap<?, ?>,
                isInRowOrder,
                groups -> finish.apply(map(groups, of.map())));
    }

    @SuppressWarnings("unchecked") // the map accepts the results of the functions
    private static Map<Object, Object> map(GroupSequence groups, Supplier<? extends Map<?, ?>> maps) {
        Map<Object, Object> map = (Map<Object, Object>) maps.get();
        groups.forEach(_ -> true, parts -> map.put(parts[0], parts[1]));
        return map;
    }

    static GroupedPart of(CollectorShape.Aggregating of, boolean isInRowOrder) {
        return new GroupedPart(
                of.keys(),
                of.maker().levels(),
                of.aggregates(),
                null,
                !of.keys().isEmpty(),
                isInRowOrder,
                groups -> of.maker().records(groups));
    }

    /**
     * Returns the part of the distinct values of a function, which are its result as a list.
     *
     * @param isOrdered true if they have the order of their first rows, false for any order
     */
    static GroupedPart distinct(Object function, boolean isOrdered, boolean isInRowOrder) {
        return new GroupedPart(
                List.of(function), List.of(1), List.of(), null, isOrdered, isInRowOrder, GroupedPart::keys);
    }

    private static List<@Nullable Object> keys(GroupSequence groups) {
        List<@Nullable Object> keys = new ArrayList<>();
        groups.forEach(_ -> true, parts -> keys.add(parts[0]));
        return keys;
    }

    private List<Part> parts() {
        return aggregates.stream().map(shape -> Part.of(shape, isInRowOrder)).toList();
    }

    @Override
    List<CollectorShape> partials() {
        return partials;
    }

    @Override
    void change(@Nullable Object[] results, int from, int sign) {
        for (Object one : (List<?>) requireNonNull(results[from])) {
            change((@Nullable Object[]) one, sign);
        }
    }

    /** @param group the keys, the number of rows, the first row if the groups have an order, and the partial results */
    private void change(@Nullable Object[] group, int sign) {
        List<@Nullable Object> all = Arrays.asList(Arrays.copyOf(group, keys));
        all.forEach(this::requireEquality);
        for (int i = 0; i < levels.size(); i++) {
            change(groups.get(i), all.subList(0, levels.get(i)), group, sign);
        }
    }

    private void requireEquality(@Nullable Object key) {
        if (key != null && key.getClass().isArray()) {
            throw new NotIncrementalException("its keys are arrays, which are not equal to each other");
        }
        if (isSorted && key instanceof BigDecimal) {
            throw new NotIncrementalException("its sorted keys are decimals, which may be equal in several forms");
        }
    }

    private void change(
            Map<List<@Nullable Object>, Group> level,
            List<@Nullable Object> key,
            @Nullable Object[] changed,
            int sign) {
        Group group = level.computeIfAbsent(key, _ -> new Group(parts()));
        int next = keys;
        group.rows += sign * number(changed[next++]);
        if (isOrdered && changed[next++] instanceof Number first) {
            if (sign > 0) {
                group.add(first.longValue());
            } else {
                group.remove(first.longValue());
            }
        }
        for (Part part : group.parts) {
            part.change(changed, next, sign);
            next += part.partials().size();
        }
        if (group.rows == 0 && !key.isEmpty()) {
            level.remove(key);
        }
    }

    @Override
    @Nullable
    Object result() {
        return result.apply(this::forEach);
    }

    private void forEach(Predicate<@Nullable Object[]> wanted, Consumer<@Nullable Object[]> action) {
        for (Map<List<@Nullable Object>, Group> level : groups) {
            inOrder(level).forEach(entry -> {
                List<Part> parts = entry.getValue().parts;
                @Nullable Object[] group = new @Nullable Object[keys + parts.size()];
                for (int i = 0; i < parts.size(); i++) {
                    group[keys + i] = parts.get(i).result();
                }
                if (wanted.test(group)) {
                    for (int i = 0; i < entry.getKey().size(); i++) {
                        group[i] = key(entry.getKey().get(i));
                    }
                    action.accept(group);
                }
            });
        }
    }

    private @Nullable Object key(@Nullable Object key) {
        if (key == null && needsKeys) {
            throw new NullPointerException("element cannot be mapped to a null key");
        }
        return key;
    }

    private List<Map.Entry<List<@Nullable Object>, Group>> inOrder(Map<List<@Nullable Object>, Group> level) {
        List<Map.Entry<List<@Nullable Object>, Group>> all = new ArrayList<>(level.entrySet());
        if (isOrdered) {
            if (level.values().stream().anyMatch(group -> group.isFirstGone && group.rows > 0)) {
                throw new NotIncrementalException("the first row of a group has left it");
            }
            all.sort(Comparator.comparingLong(entry -> entry.getValue().first));
        }
        return all;
    }

    @Override
    String describe() {
        List<String> each = parts().stream().map(Part::describe).toList();
        return keys == 0 ? String.join(", and ", each) : "for each group, " + String.join(", and ", each);
    }
}
