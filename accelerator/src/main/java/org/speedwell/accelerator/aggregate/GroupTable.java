package org.speedwell.accelerator.aggregate;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * The groups of rows, numbered from 1 in the order in which they first occur. {@link BlockGroups#NONE} is the group of
 * rows that the query does not select. For one thread.
 *
 * <p>The keys of a row form one code, like digits of mixed radix. The table finds the group of a code in an array if
 * there are few possible codes, or once a sufficient share of them occurs. Otherwise it uses a hash table. As long as
 * the codes of all rows ascend, as those of a clustered key do, the table compares neighbours and looks up nothing.
 */
final class GroupTable {
    /**
     * The most possible codes, per row that a block may have, for which the table uses an array from the start. A query
     * of few rows does not need a large array.
     */
    private static final int MAX_CODES_A_ROW = 1 << 6;

    /**
     * The most possible codes per existing group for which the table uses an array. Such an array is hardly larger than
     * the hash table.
     */
    private static final int MAX_CODES_A_GROUP = 16;

    private static final long MAX_CODE = 1L << 62;

    /** The factor by which the room for groups may grow at once. */
    private static final int MAX_GROWTH = 8;

    /** The share of the possible codes for which a prediction makes room. A little more than all avoids a last copy. */
    private static final double PREDICTED_PART = 1.02;

    private final long[] limits;

    /**
     * For each key, the numbering of the codes of the keys before it, if the combined code would exceed a long; mostly
     * null.
     */
    private final @Nullable LongKeyNumbering[] inner;

    /** A number that is greater than all codes. */
    private final long limit;

    /** The group by code; null while the table uses {@link #numbers}. */
    private int @Nullable [] places;

    private LongKeyNumbering numbers = new LongKeyNumbering();

    /** The code of each group, as long as the codes of all rows ascend; null after that. */
    private long @Nullable [] ascending = new long[16];

    private long[] codes = {};

    /** The codes of a block's rows while the table uses {@link #places}. */
    private int[] small = {};

    private final BlockGroups groups = new BlockGroups();

    /** The row ids of each group's first tuple: by table, then by group. */
    private final int[][] first;

    private int size;

    /**
     * Creates a table without groups.
     *
     * @param limits for each key, a number that is greater than all its numbers
     */
    GroupTable(long[] limits, int tables) {
        this.limits = limits;
        this.inner = new @Nullable LongKeyNumbering[limits.length];
        this.first = new int[tables][16];
        long codes = 1;
        for (int key = 0; key < limits.length; key++) {
            if (limits[key] > MAX_CODE / codes) {
                inner[key] = new LongKeyNumbering();
                codes = GroupKey.UNLIMITED;
            }
            codes *= limits[key];
        }
        this.limit = codes;
        this.size = BlockGroups.NONE + 1;
    }

    /** Returns the number of groups, including {@link BlockGroups#NONE}. */
    int size() {
        return size;
    }

    /** Returns the number of groups for which there is room without copies. */
    int room() {
        return first[0].length;
    }

    /** Returns the row id of a table in the first tuple of a group. */
    int first(int table, int group) {
        return first[table][group];
    }

    /**
     * Replaces the first tuple of a group if the passed tuple precedes it. Tuples are in the order of their row ids,
     * table by table.
     */
    void setFirst(int group, RowBlock block, int place) {
        int table = 0;
        while (table < first.length - 1 && block.rows[table][place] == first[table][group]) {
            table++;
        }
        if (block.rows[table][place] < first[table][group]) {
            put(group, block, place);
        }
    }

    /** Runs {@link #setFirst} for all tuples of the block whose groups {@link #of} found last. */
    void setFirsts(RowBlock block) {
        int[] rows = block.rows[0];
        int[] least = first[0];
        for (int i = 0; i < block.size; i++) {
            if (rows[i] <= least[groups.of[i]]) {
                setFirst(groups.of[i], block, i);
            }
        }
    }

    /** Returns groups in the order of their first tuples. */
    int[] inOrder(int[] some) {
        if (first.length > 1) {
            return Arrays.stream(some)
                    .boxed()
                    .sorted(this::compare)
                    .mapToInt(group -> group)
                    .toArray();
        }
        long[] rows = new long[some.length];
        Arrays.setAll(rows, i -> (long) first[0][some[i]] << Integer.SIZE | some[i]);
        Arrays.sort(rows);
        return Arrays.stream(rows).mapToInt(row -> (int) row).toArray();
    }

    private int compare(int one, int other) {
        int table = 0;
        while (table < first.length - 1 && first[table][one] == first[table][other]) {
            table++;
        }
        return Integer.compare(first[table][one], first[table][other]);
    }

    private void put(int group, RowBlock block, int place) {
        for (int table = 0; table < first.length; table++) {
            first[table][group] = block.rows[table][place];
        }
    }

    /**
     * Returns the groups of a block's rows. The next call overwrites them.
     *
     * @param keys the numbers of the rows, by key
     */
    BlockGroups of(RowBlock block, int[][] keys) {
        if (block.size == 0) {
            return filled(block);
        }
        groups.reserve(block);
        if (size == BlockGroups.NONE + 1 && limit <= (long) block.capacity() * MAX_CODES_A_ROW) {
            places = new int[(int) limit];
        }
        if (places == null) {
            encode(block, keys);
            int any = any(block);
            if (!follow(block, any)) {
                look(block, any);
                makePlaces();
            }
        } else {
            place(block, keys, places);
        }
        for (int i = 0; i < block.othersSize; i++) {
            groups.of[block.others[i]] = BlockGroups.NONE;
        }
        return filled(block);
    }

    private BlockGroups filled(RowBlock block) {
        groups.filled(block, size);
        return groups;
    }

    private void place(RowBlock block, int[][] keys, int[] table) {
        small = block.room(small);
        System.arraycopy(keys[0], 0, small, 0, block.size);
        for (int key = 1; key < limits.length; key++) {
            append(small, keys[key], (int) limits[key], block.size);
        }
        int any = any(block);
        for (int i = 0; i < block.othersSize; i++) {
            small[block.others[i]] = small[any]; // so that they create no group
        }
        if (table[small[any]] == BlockGroups.NONE) {
            table[small[any]] = added(block, any);
        }
        for (int i = 0; i < block.size; i++) {
            int group = table[small[i]];
            if (group == BlockGroups.NONE) {
                group = added(block, i);
                table[small[i]] = group;
            }
            groups.of[i] = group;
        }
    }

    /** Returns the position of the first selected row. */
    private static int any(RowBlock block) {
        int any = 0;
        while (any < block.othersSize && block.others[any] == any) {
            any++;
        }
        return any;
    }

    private static void append(int[] codes, int[] digits, int limit, int count) {
        for (int i = 0; i < count; i++) {
            codes[i] = codes[i] * limit + digits[i];
        }
    }

    private static void append(long[] codes, int[] digits, long limit, int count) {
        for (int i = 0; i < count; i++) {
            codes[i] = codes[i] * limit + digits[i];
        }
    }

    /** Replaces the hash table by an array of all codes, as soon as the array is not much larger. */
    private void makePlaces() {
        if (limit < Integer.MAX_VALUE && limit <= (long) size * MAX_CODES_A_GROUP) {
            places = numbers.byKey((int) limit);
            numbers = new LongKeyNumbering();
        }
    }

    /** Computes the codes of a block's rows. A row that is not selected gets the code of a neighbour. */
    private void encode(RowBlock block, int[][] keys) {
        codes = block.room(codes);
        for (int i = 0; i < block.size; i++) {
            codes[i] = keys[0][i];
        }
        for (int key = 1; key < limits.length; key++) {
            LongKeyNumbering before = inner[key];
            if (before != null) {
                before.replace(codes, block.size);
            }
            append(codes, keys[key], limits[key], block.size);
        }
        int any = any(block);
        for (int i = 0; i < block.othersSize; i++) {
            int other = block.others[i];
            codes[other] = codes[other < any ? any : other - 1];
        }
    }

    /**
     * Finds the groups of a block's rows if the codes of all rows so far ascend. The loops have no branches that depend
     * on the rows.
     *
     * @param any the position of the first selected row
     * @return false if a code is less than an earlier one; then no row has a group yet
     */
    private boolean follow(RowBlock block, int any) {
        long[] former = ascending;
        if (former == null) {
            return false;
        }
        long last = size == BlockGroups.NONE + 1 ? -1 : former[size - 1];
        if (!ascend(last, block.size)) {
            stopFollowing(former);
            return false;
        }
        int room = room(size + block.size, last);
        long[] greatest = former.length < room ? Arrays.copyOf(former, room) : former;
        ascending = greatest;
        growTo(room);
        int before = size - 1;
        size = followed(codes, block.size, before, last, greatest, groups.of) + 1;
        for (int table = 0; table < first.length; table++) {
            int[] rows = block.rows[table];
            int[] firsts = first[table];
            int row = firsts[before];
            for (int i = block.size - 1; i >= any; i--) {
                firsts[groups.of[i]] = rows[i];
            }
            firsts[before] = row;
        }
        return true;
    }

    private boolean ascend(long last, int count) {
        long signs = codes[0] - last;
        for (int i = 1; i < count; i++) {
            signs |= codes[i] - codes[i - 1];
        }
        return signs >= 0;
    }

    private static int followed(long[] codes, int count, int before, long last, long[] greatest, int[] into) {
        int group = before;
        long former = last;
        for (int i = 0; i < count; i++) {
            group += codes[i] == former ? 0 : 1;
            former = codes[i];
            greatest[group] = former;
            into[i] = group;
        }
        return group;
    }

    /**
     * Returns the room for groups that the arrays should have. The codes ascend, so that the codes from the first one to
     * the last possible one predict the number of groups. Arrays of that length need no further copies.
     *
     * @param last the greatest code so far
     */
    private int room(int needed, long last) {
        int now = first[0].length;
        if (needed <= now) {
            return now;
        }
        long least = requireNonNull(ascending)[BlockGroups.NONE + 1];
        double expected = last <= least ? 0 : PREDICTED_PART * needed * ((double) (limit - least) / (last - least));
        return (int) Math.clamp(expected, Math.max(needed, 2.0 * now), Math.max(needed, (double) MAX_GROWTH * now));
    }

    private void growTo(int room) {
        for (int table = 0; table < first.length && first[table].length < room; table++) {
            first[table] = Arrays.copyOf(first[table], room);
        }
    }

    /** Enters the groups so far into the hash table. */
    private void stopFollowing(long[] greatest) {
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            numbers.of(greatest[group]);
        }
        ascending = null;
    }

    /**
     * Looks up the groups of the rows in the hash table. It reuses the last group, because consecutive rows often have
     * the same one.
     */
    private void look(RowBlock block, int any) {
        long last = -1;
        int group = BlockGroups.NONE;
        for (int i = 0; i < block.size; i++) {
            if (codes[i] != last) {
                last = codes[i];
                group = numbers.of(last) + 1;
                if (group == size) {
                    group = added(block, Math.max(i, any));
                }
            }
            groups.of[i] = group;
        }
    }

    private int added(RowBlock block, int place) {
        if (size == first[0].length) {
            growTo(2 * size);
        }
        if (first.length == 1) {
            first[0][size] = block.rows[0][place];
        } else {
            put(size, block, place);
        }
        return size++;
    }
}
