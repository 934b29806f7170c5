package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.expr.KeyRange;
import org.speedwell.accelerator.kernel.RowBlock;

/** The state of {@link Aggregate.Grouped}: the groups of rows by keys, possibly within outer groups. For one thread. */
final class Groups implements State {
    /**
     * The estimated size of a group: its first row of each table, its number, and a few aggregates, in arrays that
     * grow.
     */
    private static final int BYTES_A_GROUP = 64;

    private final Aggregate.Grouped of;
    private final int tables;
    private final List<GroupKey> keys;
    private final List<Level> levels;

    /** The numbers of a block's rows, by key. The numbers of the outer groups come first, if there are any. */
    private final int[][] numbers;

    /** The number of keys that the outer group takes: 1 if there are outer groups, else 0. */
    private final int outer;

    private final boolean cannotThrow;

    /** True if the numbers of groups may be in another order than their first rows. */
    private boolean isUnordered;

    Groups(Aggregate.Grouped of, InputCache inputs, boolean isWithin) {
        this.of = of;
        this.tables = inputs.tables();
        this.outer = isWithin ? 1 : 0;
        this.keys = keys(of, inputs);
        this.numbers = new int[outer + keys.size()][0];
        this.levels = of.levels().stream()
                .map(level -> new Level(level, of.aggregates(), inputs))
                .toList();
        this.cannotThrow = !isWithin
                && keys.stream().allMatch(key -> key.cannotThrow() && (of.map() == null || !key.isNullable()))
                && levels.stream().flatMap(Level::states).allMatch(State::cannotThrow);
    }

    private static List<GroupKey> keys(Aggregate.Grouped of, InputCache inputs) {
        List<GroupKey> keys = new ArrayList<>();
        BitSet[] known = Stream.generate(BitSet::new).limit(inputs.tables()).toArray(BitSet[]::new);
        for (Input input : of.keys()) {
            GroupKey key = key(of.map(), input, inputs);
            boolean isDependent = input instanceof Input.OfRows rows && isDependent(rows, known[rows.table()]);
            keys.add(isDependent ? GroupKey.dependent(key) : key);
        }
        return keys;
    }

    /**
     * Returns whether the value of a key follows from columns of the same row. If the key is a column, this method adds
     * it to them.
     *
     * @param known the places of the columns that are keys
     */
    private static boolean isDependent(Input.OfRows input, BitSet known) {
        int column = ExpressionResolver.column(input.scope().table(), input.function());
        if (column >= 0) {
            boolean isKnown = known.get(column);
            known.set(column);
            return isKnown;
        }
        BitSet needed = ExpressionResolver.determinants(input.scope(), input.function());
        if (needed == null) {
            return false;
        }
        needed.andNot(known);
        return needed.isEmpty();
    }

    @SuppressWarnings("unchecked") // an empty map accepts any key
    private static GroupKey key(@Nullable Supplier<? extends Map<?, ?>> maps, Input input, InputCache inputs) {
        Reader reader = input.reader();
        GroupKey key = GroupKey.of(reader, inputs);
        if (maps == null) {
            return key;
        }
        Map<?, ?> map = maps.get();
        if (!map.isEmpty()) {
            throw new NotOnColumnsException("groups into a map that is not empty");
        }
        boolean isByEquality = map.getClass() == HashMap.class
                || map.getClass() == LinkedHashMap.class
                || map.getClass() == TreeMap.class && ((TreeMap<?, ?>) map).comparator() == null && key.isNumber();
        return isByEquality ? key : GroupKey.of(reader, (Map<Object, Integer>) map);
    }

    /** The groups by some of the keys, and their aggregates. A level without keys has the outer groups. */
    private final class Level {
        private final int ofKeys;
        private final @Nullable GroupTable table;
        private final PartialSums rows = new PartialSums();
        private final List<State> states;

        /** The outer group, by group. */
        private int[] outers = {};

        /** The end of each outer group's part of {@link #byOuter}; null before the first result. */
        private int @Nullable [] ends;

        private int[] byOuter = {};
        private int size;

        Level(int ofKeys, List<Aggregate> aggregates, InputCache inputs) {
            this.ofKeys = ofKeys;
            this.table = ofKeys == 0 ? null : new GroupTable(limits(ofKeys), tables);
            this.states = aggregates.stream().map(of -> of.state(inputs)).toList();
            for (int i = 1; i < states.size(); i++) {
                for (int before = 0; before < i; before++) {
                    states.get(i).share(states.get(before));
                }
            }
            grow(ofKeys == 0 && outer == 0 ? BlockGroups.ALL + 1 : BlockGroups.NONE + 1); // one group even without rows
        }

        private long[] limits(int some) {
            long[] limits = new long[outer + some];
            Arrays.setAll(
                    limits,
                    i -> i < outer ? GroupKey.UNLIMITED : keys.get(i - outer).limit());
            return limits;
        }

        Stream<State> states() {
            return states.stream();
        }

        private void grow(int groups) {
            size = Math.max(size, groups);
            int room = table == null ? size : Math.max(size, table.room());
            rows.grow(room);
            for (State state : states) {
                state.expect(room);
                state.grow(size);
            }
        }

        void add(RowBlock block, BlockGroups within) {
            BlockGroups groups = groups(block, within);
            rows.count(groups);
            for (State state : states) {
                state.add(block, groups);
            }
        }

        void retract(RowBlock block, BlockGroups within) {
            BlockGroups groups = groups(block, within);
            rows.subtractOne(groups);
            for (State state : states) {
                state.retract(block, groups);
            }
        }

        private BlockGroups groups(RowBlock block, BlockGroups within) {
            ends = null;
            if (table == null) {
                grow(within.count());
                return within;
            }
            BlockGroups groups = table.of(block, numbers);
            if (isUnordered) {
                table.setFirsts(block);
            }
            if (table.size() > size) {
                grow(table.size());
                setOuters(groups.of, within.of, block.size);
            }
            return groups;
        }

        private void setOuters(int[] groups, int[] within, int count) {
            if (outer > 0) {
                outers = outers.length < size ? Arrays.copyOf(outers, Math.max(size, 2 * outers.length)) : outers;
                for (int i = 0; i < count; i++) {
                    outers[groups[i]] = within[i];
                }
            }
        }

        /** Merges a level of another thread. It finds the matching groups by the keys of their first rows. */
        void merge(Level other, int[] within) {
            int[] to = table == null ? within : places(other, within);
            grow(IntStream.of(to).max().orElse(0) + 1);
            for (int group = BlockGroups.NONE + 1; group < other.size; group++) {
                rows.add(to[group], other.rows.sum(group));
            }
            for (int i = 0; i < states.size(); i++) {
                states.get(i).merge(other.states.get(i), to, other.size);
            }
        }

        private int[] places(Level other, int[] within) {
            GroupTable mine = requireNonNull(table);
            GroupTable theirs = requireNonNull(other.table);
            int[] to = new int[other.size];
            int[] places = new int[RowBlock.CAPACITY];
            RowBlock block = new RowBlock(tables);
            for (int from = BlockGroups.NONE + 1; from < other.size; from += block.size) {
                block.fillings++;
                block.size = Math.min(RowBlock.CAPACITY, other.size - from);
                for (int place = 0; place < tables; place++) {
                    for (int i = 0; i < block.size; i++) {
                        block.rows[place][i] = theirs.first(place, from + i);
                    }
                }
                reserve(block);
                for (int i = 0; i < block.size && outer > 0; i++) {
                    places[i] = within[other.outers[from + i]];
                    numbers[0][i] = places[i];
                }
                readKeys(block, ofKeys);
                System.arraycopy(mine.of(block, numbers).of, 0, to, from, block.size);
                for (int i = 0; isUnordered && i < block.size; i++) {
                    mine.setFirst(to[from + i], block, i);
                }
                if (mine.size() > size) {
                    grow(mine.size());
                    setOuters(Arrays.copyOfRange(to, from, from + block.size), places, block.size);
                }
            }
            return to;
        }

        /** Returns the groups of an outer group, ascending. */
        private IntStream inner(int group) {
            int[] of = ends == null ? sortByOuter() : ends;
            return group >= of.length ? IntStream.empty() : Arrays.stream(byOuter, of[group - 1], of[group]);
        }

        private int[] sortByOuter() {
            int most = Arrays.stream(outers, 0, Math.min(outers.length, size))
                    .max()
                    .orElse(0);
            int[] next = new int[most + 2];
            for (int any = BlockGroups.NONE + 1; any < size; any++) {
                next[outers[any] + 1]++;
            }
            for (int i = 0; i <= most; i++) {
                next[i + 1] += next[i];
            }
            byOuter = new int[size];
            for (int any = BlockGroups.NONE + 1; any < size; any++) {
                byOuter[next[outers[any]]++] = any;
            }
            ends = next;
            return next;
        }

        /**
         * Returns the groups without some that fail a test, in the same order. This method evaluates the comparisons and
         * the limit whose numbers the states have.
         */
        int[] compared(int[] groups, GroupTest wanted) {
            int[] left = groups;
            boolean isComplete = true;
            for (ResultComparison comparison : wanted.comparisons()) {
                State of = states.get(comparison.aggregate());
                isComplete &= of.scale().isPresent();
                if (of.scale().isPresent()) {
                    left = within(comparison.unscaled(of.scale().getAsInt()), of, left);
                }
            }
            ResultLimit limit = wanted.limit();
            return isComplete && limit != null ? greatest(limit, left) : left;
        }

        private int[] greatest(ResultLimit limit, int[] groups) {
            State of = states.get(limit.aggregate());
            if (of.scale().isEmpty() || limit.limit() == 0 || groups.length <= limit.limit()) {
                return groups;
            }
            long[] numbers = new long[groups.length];
            Arrays.setAll(numbers, i -> of.unscaled(groups[i], rows.sum(groups[i])));
            return within(new KeyRange(limit.least(numbers), Long.MAX_VALUE), of, groups);
        }

        private int[] within(KeyRange range, State of, int[] groups) {
            int[] left = new int[groups.length];
            int count = 0;
            for (int group : groups) {
                long number = of.unscaled(group, rows.sum(group));
                left[count] = group;
                count += number >= range.low() && number <= range.high() ? 1 : 0;
            }
            return Arrays.copyOf(left, count);
        }

        /** Returns the groups with rows within an outer group, in the order of their numbers. */
        int[] within(int group) {
            if (table == null) {
                return new int[] {group};
            }
            int[] some = outer == 0
                    ? IntStream.range(BlockGroups.NONE + 1, size).toArray()
                    : inner(group).toArray();
            int count = 0;
            for (int any : some) {
                some[count] = any;
                count += rows.sum(any) > 0 ? 1 : 0; // false if all rows were retracted
            }
            return count == some.length ? some : Arrays.copyOf(some, count);
        }

        /** Returns groups in the order of their first rows. */
        int[] inOrder(int[] groups) {
            return table == null || !isUnordered ? groups : table.inOrder(groups);
        }
    }

    @Override
    public void grow(int groups) {
        for (Level level : levels) {
            if (level.table == null) {
                level.grow(groups);
            }
        }
    }

    @Override
    public void add(RowBlock block, BlockGroups groups) {
        read(block, groups);
        for (Level level : levels) {
            level.add(block, groups);
        }
    }

    @Override
    public void retract(RowBlock block, BlockGroups groups) {
        read(block, groups);
        for (Level level : levels) {
            level.retract(block, groups);
        }
    }

    private void read(RowBlock block, BlockGroups groups) {
        reserve(block);
        if (outer > 0) {
            System.arraycopy(groups.of, 0, numbers[0], 0, block.size);
        }
        readKeys(block, keys.size());
        if (of.map() != null && keys.getFirst().isNullable()) {
            int[] read = numbers[outer];
            for (int i = 0; i < block.size; i++) {
                if (read[i] == 0) {
                    throw new NullPointerException("element cannot be mapped to a null key");
                }
            }
        }
    }

    private void reserve(RowBlock block) {
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = block.room(numbers[i]);
        }
    }

    private void readKeys(RowBlock block, int count) {
        for (int key = 0; key < count; key++) {
            keys.get(key).read(block, numbers[outer + key]);
        }
    }

    @Override
    public void merge(State other, int[] groups, int size) {
        for (int i = 0; i < levels.size(); i++) {
            levels.get(i).merge(((Groups) other).levels.get(i), groups);
        }
    }

    /** Allows rows in any order. The groups keep the order of their first rows. */
    void setUnordered() {
        isUnordered = true;
    }

    /** Returns the number of groups of all levels. */
    long size() {
        return levels.stream()
                .mapToLong(level -> level.size - BlockGroups.NONE - 1)
                .sum();
    }

    @Override
    public @Nullable Object result(int group, long rows) {
        return of.result().apply((wanted, action) -> {
            for (Level level : levels) {
                int[] groups = level.inOrder(level.compared(level.within(group), wanted));
                forEach(level, groups, wanted, action);
            }
        });
    }

    private void forEach(Level level, int[] groups, GroupTest wanted, Consumer<@Nullable Object[]> action) {
        int[] chosen = new int[Math.min(RowBlock.CAPACITY, groups.length)];
        @Nullable Object[][] parts = new @Nullable Object[chosen.length][];
        @Nullable Object[] next = new @Nullable Object[keys.size() + level.states.size()];
        int count = 0;
        for (int group : groups) {
            long rows = level.rows.sum(group);
            for (int i = 0; i < level.states.size(); i++) {
                next[keys.size() + i] = level.states.get(i).result(group, rows);
            }
            if (wanted.test(next)) {
                chosen[count] = group;
                parts[count++] = next;
                next = new @Nullable Object[next.length];
            }
            if (count == chosen.length) {
                handOver(level, chosen, parts, count, action);
                count = 0;
            }
        }
        handOver(level, chosen, parts, count, action);
    }

    /** Reads the keys of groups from their first rows, and passes the groups to the action. */
    private void handOver(
            Level level, int[] groups, @Nullable Object[][] parts, int count, Consumer<@Nullable Object[]> action) {
        @Nullable Object[] values = new @Nullable Object[count];
        for (int key = 0; key < level.ofKeys; key++) {
            keys.get(key).values(requireNonNull(level.table), groups, count, values);
            for (int i = 0; i < count; i++) {
                parts[i][key] = values[i];
            }
        }
        for (int i = 0; i < count; i++) {
            action.accept(parts[i]);
        }
    }

    @Override
    public Optional<String> retractionRefusal() {
        return levels.getFirst()
                .states()
                .flatMap(state -> state.retractionRefusal().stream())
                .findFirst();
    }

    /** Returns whether rows must come in order. Groups within others need it to keep the order of their first rows. */
    @Override
    public boolean isOrdered() {
        return outer > 0 || levels.stream().flatMap(Level::states).anyMatch(State::isOrdered);
    }

    @Override
    public boolean cannotThrow() {
        return cannotThrow;
    }

    @Override
    public long bytes() {
        return size() * BYTES_A_GROUP
                + levels.stream().flatMap(Level::states).mapToLong(State::bytes).sum();
    }
}
