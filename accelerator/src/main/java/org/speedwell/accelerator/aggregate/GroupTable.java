package org.speedwell.accelerator.aggregate;

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

    /** Compares two groups by their first tuples. */
    int compare(int one, int other) {
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
            int ascended = follow(block, any);
            if (ascended < block.size) {
                look(block, ascended, any);
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
     * Finds the groups of the first rows of a block, as long as the codes ascend.
     *
     * @param any the position of the first selected row
     * @return the position of the first row whose code is less than an earlier one; the size of the block if there is
     *     none
     */
    private int follow(RowBlock block, int any) {
        if (ascending == null) {
            return 0;
        }
        long[] of = codes;
        long[] greatest = ascending;
        int[] into = groups.of;
        int group = size - 1;
        long last = size == BlockGroups.NONE + 1 ? -1 : greatest[group];
        for (int i = 0; i < block.size; i++) {
            if (of[i] != last) {
                if (of[i] < last) {
                    stopFollowing(greatest);
                    return i;
                }
                last = of[i];
                group = added(block, Math.max(i, any));
                if (group == greatest.length) {
                    greatest = Arrays.copyOf(greatest, 2 * group);
                    ascending = greatest;
                }
                greatest[group] = last;
            }
            into[i] = group;
        }
        return block.size;
    }

    /** Enters the groups so far into the hash table. */
    private void stopFollowing(long[] greatest) {
        for (int group = BlockGroups.NONE + 1; group < size; group++) {
            numbers.of(greatest[group]);
        }
        ascending = null;
    }

    /**
     * Looks up the groups of the rows from a position on in the hash table. It reuses the last group, because
     * consecutive rows often have the same one.
     */
    private void look(RowBlock block, int from, int any) {
        long last = -1;
        int group = BlockGroups.NONE;
        for (int i = from; i < block.size; i++) {
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
            for (int table = 0; table < first.length; table++) {
                first[table] = Arrays.copyOf(first[table], 2 * size);
            }
        }
        if (first.length == 1) {
            first[0][size] = block.rows[0][place];
        } else {
            put(size, block, place);
        }
        return size++;
    }
}
