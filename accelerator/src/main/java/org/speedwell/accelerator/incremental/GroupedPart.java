package org.speedwell.accelerator.incremental;

import static java.util.Comparator.naturalOrder;
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
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.eval.RowNumber;
import org.speedwell.accelerator.expression.ExpressionValue;

/**
 * The groups of rows by some keys, and by fewer of them for subtotals. A group without rows disappears.
 *
 * <p>If the result has an order, it is that of the first row of each group. The part knows the first row as long as that
 * stays in its group. It fails when another row, which it does not know, becomes the first one.
 */
final class GroupedPart extends Part {
    private final List<Object> keys;
    private final List<Function<Object, @Nullable Object>> keyValues;
    private final List<CollectorShape> aggregates;
    private final boolean isOrdered;
    private final boolean isInOrder;
    private final Function<GroupSequence, @Nullable Object> result;
    private final List<CollectorShape> partials;

    /** True if the only key must not be null. */
    private final boolean needsKey;

    /** True if keys are equal by their order, as in a sorted map. */
    private final boolean isSorted;

    private final List<Level> groups;

    /** The existing groups that have changed since the last result. */
    private final List<Group> touched = new ArrayList<>();

    /** True if {@link #computed} has other groups, or has them in another order. */
    private boolean isReshaped = true;

    /** The last result. */
    private @Nullable Object computed;

    private long bytes = HeapBytes.OBJECT;

    /** A group: its keys, its rows, its first row, and its aggregates. */
    private static final class Group {
        private final @Nullable Object[] keys;
        private final Part[] parts;
        private long rows;
        private @Nullable ElementPosition first;

        /** True if {@link #first} was removed, and neither it nor an earlier row has come. */
        private boolean isFirstGone;

        /** The keys and the results of the parts; null if they are not known. Nothing changes the array. */
        private @Nullable Object @Nullable [] results;

        /** The {@link #results} that are part of the last result. */
        private @Nullable Object @Nullable [] former;

        Group(@Nullable Object[] keys, Part[] parts) {
            this.keys = keys;
            this.parts = parts;
        }

        /** Adds a row. Returns whether it is a new first row. */
        boolean add(ElementPosition row) {
            int order = first == null ? -1 : row.compareTo(first);
            if (order <= 0) {
                first = row;
                isFirstGone = false;
            }
            return order < 0;
        }

        void remove(ElementPosition row) {
            isFirstGone |= row.equals(first);
        }

        /**
         * Returns the keys and the results of the parts.
         *
         * @param places the number of places for keys
         */
        @Nullable
        Object[] results(int places) {
            @Nullable Object[] known = results;
            if (known == null) {
                known = Arrays.copyOf(keys, places + parts.length);
                for (int i = 0; i < parts.length; i++) {
                    known[places + i] = parts[i].result();
                }
                results = known;
            }
            return known;
        }
    }

    /** The groups by some of the keys. */
    private final class Level {
        private final int ofKeys;

        /** The groups by their keys: the only key itself, or a list of several. */
        private final Map<@Nullable Object, Group> groups = new HashMap<>();

        /** The groups in the order of the result; null if it must be found again. */
        private @Nullable List<Group> inOrder;

        Level(int ofKeys) {
            this.ofKeys = ofKeys;
            if (ofKeys == 0) {
                groups.put(List.of(), group(new @Nullable Object[0])); // it exists even without rows
            }
        }

        private @Nullable Object key(@Nullable Object[] of) {
            return ofKeys == 1 ? of[0] : Arrays.asList(ofKeys < of.length ? Arrays.copyOf(of, ofKeys) : of);
        }

        /**
         * Changes the rows of a group.
         *
         * @param all the keys of all levels
         * @param first the first of the rows; null if there is none, or the groups have no order
         * @param sign 1 to add, −1 to subtract
         */
        void change(
                @Nullable Object[] all,
                long rows,
                @Nullable ElementPosition first,
                int sign,
                Consumer<Part[]> aggregates) {
            Object key = key(all);
            Group group = groups.get(key);
            if (group == null) {
                group = group(Arrays.copyOf(all, ofKeys));
                groups.put(key, group);
                reshape();
            } else if (group.results != null) {
                group.former = group.results;
                group.results = null;
                touched.add(group);
            }
            group.rows += sign * rows;
            if (first != null) {
                if (sign < 0) {
                    group.remove(first);
                } else if (group.add(first)) {
                    reshape();
                }
            }
            bytes -= HeapBytes.ofParts(group.parts);
            aggregates.accept(group.parts);
            bytes += HeapBytes.ofParts(group.parts);
            if (group.rows == 0 && ofKeys > 0) {
                groups.remove(key);
                bytes -= bytes(group);
                reshape();
            }
        }

        private void reshape() {
            inOrder = null;
            isReshaped = true;
        }

        List<Group> inOrder() {
            List<Group> all = inOrder;
            if (all == null) {
                all = new ArrayList<>(groups.values());
                if (isOrdered) {
                    all.sort(Comparator.comparing(group -> group.first, Comparator.nullsFirst(naturalOrder())));
                }
                inOrder = all;
            }
            return all;
        }
    }

    private GroupedPart(
            List<Object> keys,
            List<Integer> levels,
            List<CollectorShape> aggregates,
            @Nullable Map<?, ?> map,
            boolean isOrdered,
            boolean isInOrder,
            Function<GroupSequence, @Nullable Object> result) {
        this.keys = keys;
        this.keyValues = keys.stream().map(ExpressionValue::of).toList();
        this.aggregates = aggregates;
        this.isOrdered = isOrdered;
        this.isInOrder = isInOrder;
        this.result = result;
        this.needsKey = map != null;
        this.isSorted = map instanceof TreeMap<?, ?>;
        if (isOrdered && !isInOrder) {
            throw new NotIncrementalException("the order of its groups does not follow from row ids");
        }
        List<CollectorShape> all = new ArrayList<>(List.of(new CollectorShape.Counting()));
        if (isOrdered) {
            all.add(new CollectorShape.OfValues(RowNumber.OF_ROW, new ValueAggregate.Extreme<ElementPosition>(false)));
        }
        for (Part part : parts()) {
            all.addAll(part.partials());
        }
        GroupMaker<@Nullable Object[]> arrays = new GroupMaker<>(keys.size(), List.of(), false, Function.identity());
        this.partials = List.of(new CollectorShape.Aggregating(keys, all, arrays));
        this.groups = levels.stream().map(Level::new).toList();
    }

    static GroupedPart of(CollectorShape.Grouping of, boolean isInOrder) {
        return of(of, isInOrder, map -> map);
    }

    /** Returns the part of the groups with the greatest values, which are chosen from a map of all groups. */
    static GroupedPart of(CollectorShape.Greatest of, CollectorShape.Grouping groups, boolean isInOrder) {
        return of(groups, isInOrder, map -> of.choice().apply(map));
    }

    private static GroupedPart of(
            CollectorShape.Grouping of, boolean isInOrder, Function<Map<Object, Object>, @Nullable Object> finish) {
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
                isInOrder,
                groups -> finish.apply(map(groups, of.map())));
    }

    @SuppressWarnings("unchecked") // the map accepts the results of the functions
    private static Map<Object, Object> map(GroupSequence groups, Supplier<? extends Map<?, ?>> maps) {
        Map<Object, Object> map = (Map<Object, Object>) maps.get();
        groups.forEach(_ -> true, parts -> map.put(parts[0], parts[1]));
        return map;
    }

    static GroupedPart of(CollectorShape.Aggregating of, boolean isInOrder) {
        return new GroupedPart(
                of.keys(),
                of.maker().levels(),
                of.aggregates(),
                null,
                !of.keys().isEmpty(),
                isInOrder,
                groups -> of.maker().records(groups));
    }

    /**
     * Returns the part of the distinct values of a function, which are its result as a list.
     *
     * @param isOrdered true if they have the order of their first rows, false for any order
     */
    static GroupedPart distinct(Object function, boolean isOrdered) {
        return new GroupedPart(List.of(function), List.of(1), List.of(), null, isOrdered, true, GroupedPart::keys);
    }

    private static List<@Nullable Object> keys(GroupSequence groups) {
        List<@Nullable Object> keys = new ArrayList<>();
        groups.forEach(_ -> true, parts -> keys.add(parts[0]));
        return keys;
    }

    private Group group(@Nullable Object[] of) {
        Group group = new Group(of, parts());
        bytes += bytes(group);
        return group;
    }

    private static long bytes(Group group) {
        return HeapBytes.GROUP + HeapBytes.ofAll(Arrays.asList(group.keys)) + HeapBytes.ofParts(group.parts);
    }

    private Part[] parts() {
        return aggregates.stream().map(shape -> Part.of(shape, isInOrder)).toArray(Part[]::new);
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
        @Nullable Object[] all = Arrays.copyOf(group, keys.size());
        long rows = number(group[keys.size()]);
        ElementPosition first = isOrdered ? position(group[keys.size() + 1]) : null;
        change(all, rows, first, sign, parts -> {
            int next = keys.size() + (isOrdered ? 2 : 1);
            for (Part part : parts) {
                part.change(group, next, sign);
                next += part.partials().size();
            }
        });
    }

    /** @param first a position, or the id of a row of a table */
    private static @Nullable ElementPosition position(@Nullable Object first) {
        return first instanceof Integer row ? new ElementPosition(row) : (ElementPosition) first;
    }

    @Override
    void change(Object element, ElementPosition position, int sign) {
        @Nullable Object[] all = new @Nullable Object[keys.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = keyValues.get(i).apply(element);
        }
        change(all, 1, isOrdered ? position : null, sign, parts -> {
            for (Part part : parts) {
                part.change(element, position, sign);
            }
        });
    }

    private void change(
            @Nullable Object[] all, long rows, @Nullable ElementPosition first, int sign, Consumer<Part[]> aggregates) {
        for (Object key : all) {
            requireEquality(key);
        }
        for (Level level : groups) {
            level.change(all, rows, first, sign, aggregates);
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

    @Override
    @Nullable
    Object result() {
        if (isReshaped || !areSame(touched)) {
            computed = result.apply(this::forEach);
        }
        isReshaped = false;
        for (Group group : touched) {
            group.former = null;
        }
        touched.clear();
        return computed;
    }

    private boolean areSame(List<Group> of) {
        for (Group group : of) {
            if (!isSame(group)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSame(Group group) {
        @Nullable Object[] former = requireNonNull(group.former);
        @Nullable Object[] results = results(group);
        for (int i = keys.size(); i < results.length; i++) {
            if (!Results.isSame(results[i], former[i])) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Object[] results(Group group) {
        if (isOrdered && group.isFirstGone && group.rows > 0) {
            throw new NotIncrementalException("the first row of a group has left it");
        }
        return group.results(keys.size());
    }

    private void forEach(Predicate<@Nullable Object[]> wanted, Consumer<@Nullable Object[]> action) {
        for (Level level : groups) {
            for (Group group : level.inOrder()) {
                @Nullable Object[] results = results(group);
                if (wanted.test(results)) {
                    requireKey(results);
                    action.accept(results);
                }
            }
        }
    }

    private void requireKey(@Nullable Object[] results) {
        if (needsKey && results[0] == null) {
            throw new NullPointerException("element cannot be mapped to a null key");
        }
    }

    @Override
    long bytes() {
        return bytes;
    }

    @Override
    String describe() {
        List<String> each = Arrays.stream(parts()).map(Part::describe).toList();
        return keys.isEmpty() ? String.join(", and ", each) : "for each group, " + String.join(", and ", each);
    }
}
