package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * Numbers the groups that rows belong to, from 0 on in the order in which they are met. The keys of a row make one code, as
 * digits of mixed radix do; codes below some thousands are places of an array, others are looked up. For one thread.
 */
final class GroupTable {
    /** Codes below this are places of an array. */
    private static final int MAX_PLACES = 1 << 16;

    private static final long MAX_CODE = 1L << 62;

    private final long[] limits;

    /** By key, what numbers the codes of those before it where all together would not fit a code; mostly null. */
    private final @Nullable LongNumbers[] inner;

    /** By code, the group and 1; null where codes are looked up. */
    private final int @Nullable [] places;

    private final LongNumbers numbers = new LongNumbers();
    private final long[] codes = new long[RowBlock.CAPACITY];

    /** Codes that are places. */
    private final int[] small = new int[RowBlock.CAPACITY];

    private final int[] groups = new int[RowBlock.CAPACITY];

    /** By table, then by group: the rows of its first tuple. */
    private final int[][] first;

    private int size;

    /** @param limits of the numbers of each key */
    GroupTable(long[] limits, int tables) {
        this.limits = limits;
        this.inner = new @Nullable LongNumbers[limits.length];
        this.first = new int[tables][16];
        long limit = 1;
        for (int key = 0; key < limits.length; key++) {
            if (limits[key] > MAX_CODE / limit) {
                inner[key] = new LongNumbers();
                limit = GroupKey.UNLIMITED;
            }
            limit *= limits[key];
        }
        this.places = limit <= MAX_PLACES ? new int[(int) limit] : null;
        this.size = limits.length == 0 ? 1 : 0; // all rows are one group, also of none
    }

    int size() {
        return size;
    }

    /** The row of a table in the first tuple of a group. */
    int first(int table, int group) {
        return first[table][group];
    }

    /** Takes a tuple for the first of a group if it is one: they come in the order of the rows of the tables. */
    void setFirst(int group, RowBlock block, int place) {
        int table = 0;
        while (table < first.length - 1 && block.rows[table][place] == first[table][group]) {
            table++;
        }
        if (block.rows[table][place] < first[table][group]) {
            put(group, block, place);
        }
    }

    /** The order of two groups, by their first tuples. */
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
     * The groups of a block's rows, in an array that is filled anew for the next block.
     *
     * @param keys by key, the numbers of the rows
     */
    int[] of(RowBlock block, int[][] keys) {
        if (limits.length == 0) {
            return groups;
        }
        if (places == null) {
            look(block, keys);
        } else {
            place(block, keys, places);
        }
        return groups;
    }

    private void place(RowBlock block, int[][] keys, int[] table) {
        int[] of = keys[0];
        if (limits.length > 1) {
            System.arraycopy(of, 0, small, 0, block.size);
            for (int key = 1; key < limits.length; key++) {
                append(small, keys[key], (int) limits[key], block.size);
            }
            of = small;
        }
        for (int i = 0; i < block.size; i++) {
            int group = table[of[i]] - 1;
            if (group < 0) {
                group = added(block, i);
                table[of[i]] = group + 1;
            }
            groups[i] = group;
        }
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

    /** Rows of one group often follow each other. */
    private void look(RowBlock block, int[][] keys) {
        for (int i = 0; i < block.size; i++) {
            codes[i] = keys[0][i];
        }
        for (int key = 1; key < limits.length; key++) {
            LongNumbers before = inner[key];
            if (before != null) {
                before.replace(codes, block.size);
            }
            append(codes, keys[key], limits[key], block.size);
        }
        long last = -1;
        int group = 0;
        for (int i = 0; i < block.size; i++) {
            if (codes[i] != last) {
                last = codes[i];
                group = numbers.of(last);
                if (group == size) {
                    group = added(block, i);
                }
            }
            groups[i] = group;
        }
    }

    private int added(RowBlock block, int place) {
        if (size == first[0].length) {
            for (int table = 0; table < first.length; table++) {
                first[table] = Arrays.copyOf(first[table], 2 * size);
            }
        }
        put(size, block, place);
        return size++;
    }
}
