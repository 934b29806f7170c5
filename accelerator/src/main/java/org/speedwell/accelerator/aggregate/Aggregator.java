package org.speedwell.accelerator.aggregate;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.RowWorker;
import org.speedwell.accelerator.memory.WorkingMemory;

/** Groups rows by their keys, and accumulates what each group comes to; of subtotals, by fewer keys too. For one thread. */
public final class Aggregator implements RowWorker<Aggregator> {
    /** A group: its first row of each table, its number, and a few aggregates, in arrays that grow. */
    private static final int BYTES_A_GROUP = 64;

    private final int tables;
    private final List<GroupKey> keys;
    private final List<Level> levels;
    private final Supplier<Aggregator> twins;

    /** By key, the numbers of a block's rows. */
    private final int[][] numbers;

    private final boolean total;

    /** Counts the bytes of the groups; null if they are not counted. */
    private @Nullable WorkingMemory memory;

    /** The bytes that the memory has counted. */
    private long counted;

    /** Whether groups may have been met in another order than that of the rows. */
    private boolean merged;

    /** Whether rows come in any order. */
    private boolean isUnordered;

    /**
     * Groups by some of the keys.
     *
     * @param keys so many, the first ones
     */
    public record Grouping(int keys, List<Accumulator> accumulators) {}

    /** Of one grouping. */
    private static final class Level {
        private final Grouping grouping;
        private final GroupTable table;
        private final Lanes rows = new Lanes();

        Level(Grouping grouping, List<GroupKey> keys, int tables) {
            this.grouping = grouping;
            this.table = new GroupTable(
                    keys.stream()
                            .limit(grouping.keys)
                            .mapToLong(GroupKey::limit)
                            .toArray(),
                    tables);
            List<Accumulator> all = grouping.accumulators;
            for (int i = 1; i < all.size(); i++) {
                for (int before = 0; before < i; before++) {
                    all.get(i).share(all.get(before));
                }
            }
            grow();
        }

        private void grow() {
            rows.grow(table.size());
            for (Accumulator accumulator : grouping.accumulators) {
                accumulator.grow(table.size());
            }
        }

        boolean isTotal() {
            return grouping.accumulators.stream().allMatch(Accumulator::isTotal);
        }

        void add(RowBlock block, int[][] numbers, boolean isUnordered) {
            BlockGroups groups = table.of(block, numbers);
            grow();
            if (isUnordered && grouping.keys > 0) {
                table.setFirsts(block);
            }
            rows.count(groups);
            for (Accumulator accumulator : grouping.accumulators) {
                accumulator.add(block, groups);
            }
        }
    }

    /**
     * Of no rows yet.
     *
     * @param tables how many the blocks have rows of
     * @param twins makes another one of no rows
     */
    public Aggregator(int tables, List<GroupKey> keys, List<Grouping> groupings, Supplier<Aggregator> twins) {
        this.tables = tables;
        this.twins = twins;
        this.keys = keys;
        this.levels = groupings.stream()
                .map(grouping -> new Level(grouping, keys, tables))
                .toList();
        this.numbers = new int[keys.size()][RowBlock.CAPACITY];
        this.total =
                keys.stream().allMatch(GroupKey::isTotal) && levels.stream().allMatch(Level::isTotal);
    }

    @Override
    public boolean takesOthers() {
        return total;
    }

    /** Whether rows may come in any order, as what their groups come to does not depend on it. */
    public boolean takesAnyOrder() {
        return levels.stream()
                .flatMap(level -> level.grouping.accumulators.stream())
                .noneMatch(Accumulator::isOrdered);
    }

    /** Lets rows come in any order, of which what is thrown may be that of any; groups still come in the order of their first rows. */
    public Aggregator inAnyOrder() {
        merged = true;
        isUnordered = true;
        return this;
    }

    /** Counts the groups from now on in the memory of their query, which is refused where they take too much. */
    public Aggregator countedIn(WorkingMemory queryMemory) {
        memory = queryMemory;
        return this;
    }

    /** Where something is thrown it is what the first of the tuples throws, as if they were taken one by one. */
    @Override
    public void accept(RowBlock block) {
        try {
            add(block);
        } catch (RuntimeException e) {
            throw firstOf(block, e);
        }
        countGroups();
    }

    private void countGroups() {
        WorkingMemory of = memory;
        if (of != null) {
            long bytes = size() * BYTES_A_GROUP;
            of.add(bytes - counted);
            counted = bytes;
        }
    }

    private void add(RowBlock block) {
        readKeys(block, keys.size());
        for (Level level : levels) {
            level.add(block, numbers, isUnordered);
        }
    }

    private RuntimeException firstOf(RowBlock block, RuntimeException any) {
        Aggregator other = twins.get();
        RowBlock one = new RowBlock(tables);
        one.size = 1;
        for (int place = 0; place < block.size; place++) {
            for (int table = 0; table < tables; table++) {
                one.rows[table][0] = block.rows[table][place];
            }
            one.fillings++;
            try {
                other.add(one);
            } catch (RuntimeException first) {
                return first;
            }
        }
        return any;
    }

    private void readKeys(RowBlock block, int count) {
        for (int key = 0; key < count; key++) {
            keys.get(key).read(block, numbers[key]);
        }
    }

    @Override
    public Aggregator merge(Aggregator other) {
        merged = true;
        return append(other);
    }

    /** As {@link #merge}, of rows that come behind all that this one has had. */
    public Aggregator append(Aggregator other) {
        for (int i = 0; i < levels.size(); i++) {
            merge(levels.get(i), other.levels.get(i));
        }
        countGroups();
        other.releaseGroups();
        return this;
    }

    private void releaseGroups() {
        WorkingMemory of = memory;
        if (of != null) {
            of.release(counted);
            counted = 0;
            memory = null;
        }
    }

    /** The first rows of the other's groups tell which of these groups they are. */
    private void merge(Level mine, Level other) {
        int size = other.table.size();
        int[] groups = new int[size];
        RowBlock block = new RowBlock(tables);
        if (mine.grouping.keys == 0) {
            groups[BlockGroups.ALL] = BlockGroups.ALL;
        }
        for (int from = BlockGroups.NONE + 1; from < size && mine.grouping.keys > 0; from += block.size) {
            block.fillings++;
            block.size = Math.min(RowBlock.CAPACITY, size - from);
            for (int table = 0; table < tables; table++) {
                for (int i = 0; i < block.size; i++) {
                    block.rows[table][i] = other.table.first(table, from + i);
                }
            }
            readKeys(block, mine.grouping.keys);
            System.arraycopy(mine.table.of(block, numbers).of, 0, groups, from, block.size);
            for (int i = 0; merged && i < block.size; i++) {
                mine.table.setFirst(groups[from + i], block, i);
            }
        }
        mine.grow();
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            mine.rows.add(groups[group], other.rows.sum(group));
        }
        for (int i = 0; i < mine.grouping.accumulators.size(); i++) {
            mine.grouping.accumulators.get(i).merge(other.grouping.accumulators.get(i), groups, size);
        }
    }

    /** How many rows there were. */
    public long rows() {
        Level finest = levels.getFirst();
        long rows = 0;
        for (int group = BlockGroups.NONE + 1; group < finest.table.size(); group++) {
            rows += finest.rows.sum(group);
        }
        return rows;
    }

    /** How many groups there are. */
    public long size() {
        return levels.stream()
                .mapToLong(level -> level.table.size() - BlockGroups.NONE - 1)
                .sum();
    }

    /**
     * Hands over the groups in the order in which their first rows come, those by fewer keys behind the others: of each its
     * keys, null where they are summed over, and behind them its aggregates.
     *
     * @param wanted told the aggregates alone; the keys of groups that nobody wants are not read
     */
    public void forEach(Predicate<@Nullable Object[]> wanted, Consumer<@Nullable Object[]> action) {
        for (Level level : levels) {
            int[] groups = order(level);
            int[] chosen = new int[Math.min(RowBlock.CAPACITY, groups.length)];
            @Nullable Object[][] parts = new @Nullable Object[chosen.length][];
            @Nullable Object[] next = new @Nullable Object[keys.size() + level.grouping.accumulators.size()];
            int count = 0;
            for (int group : groups) {
                readAggregates(level, group, next);
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
    }

    private void handOver(
            Level level, int[] groups, @Nullable Object[][] parts, int count, Consumer<@Nullable Object[]> action) {
        readKeys(level, groups, parts, count);
        for (int i = 0; i < count; i++) {
            action.accept(parts[i]);
        }
    }

    private int[] order(Level level) {
        IntStream groups = IntStream.range(BlockGroups.NONE + 1, level.table.size());
        return merged && level.grouping.keys > 0
                ? groups.boxed()
                        .sorted(level.table::compare)
                        .mapToInt(group -> group)
                        .toArray()
                : groups.toArray();
    }

    /** What the first rows of groups have. */
    private void readKeys(Level level, int[] groups, @Nullable Object[][] parts, int count) {
        int[] rows = new int[count];
        @Nullable Object[] values = new @Nullable Object[count];
        for (int key = 0; key < level.grouping.keys; key++) {
            for (int i = 0; i < count; i++) {
                rows[i] = level.table.first(keys.get(key).table(), groups[i]);
            }
            keys.get(key).values(rows, count, values);
            for (int i = 0; i < count; i++) {
                parts[i][key] = values[i];
            }
        }
    }

    private void readAggregates(Level level, int group, @Nullable Object[] parts) {
        List<Accumulator> accumulators = level.grouping.accumulators;
        long rows = level.rows.sum(group);
        for (int i = 0; i < accumulators.size(); i++) {
            parts[keys.size() + i] = accumulators.get(i).result(group, rows);
        }
    }
}
