package org.speedwell.accelerator.aggregate;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.kernel.RowBlock;

/**
 * Numbers the groups that rows belong to, from 1 on in the order in which they are met; {@link BlockGroups#NONE} is the group
 * of rows that nobody has asked for. The keys of a row make one code, as digits of mixed radix do; codes are places of an array
 * where they are few, or as soon as many of them are met, and are looked up else. For one thread.
 */
final class GroupTable {
    /** So many codes are places of an array from the start. */
    private static final int FEW_CODES = 1 << 16;

    /** So many codes a group are, too: an array of them takes hardly more room than what they are looked up in. */
    private static final int MAX_CODES_A_GROUP = 16;

    private static final long MAX_CODE = 1L << 62;

    private final long[] limits;

    /** By key, what numbers the codes of those before it where all together would not fit a code; mostly null. */
    private final @Nullable LongKeyNumbering[] inner;

    /** All codes lie below it. */
    private final long limit;

    /** By code, the group; null where codes are looked up. */
    private int @Nullable [] places;

    private LongKeyNumbering numbers = new LongKeyNumbering();
    private final long[] codes = new long[RowBlock.CAPACITY];

    /** Codes that are places. */
    private final int[] small = new int[RowBlock.CAPACITY];

    private final BlockGroups groups = new BlockGroups();

    /** By table, then by group: the rows of its first tuple. */
    private final int[][] first;

    private int size;

    /** @param limits of the numbers of each key */
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
        this.places = codes <= FEW_CODES ? new int[(int) codes] : null;
        this.size = BlockGroups.NONE + 1;
    }

    /** How many groups there are, {@link BlockGroups#NONE} as one of them. */
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

    /** As {@link #setFirst}, of all tuples of the block whose groups were found last. */
    void setFirsts(RowBlock block) {
        int[] rows = block.rows[0];
        int[] least = first[0];
        for (int i = 0; i < block.size; i++) {
            if (rows[i] <= least[groups.of[i]]) {
                setFirst(groups.of[i], block, i);
            }
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
     * The groups of a block's rows, which are filled anew for the next block.
     *
     * @param keys by key, the numbers of the rows
     */
    BlockGroups of(RowBlock block, int[][] keys) {
        if (block.size == 0) {
            return filled(block);
        }
        if (places == null) {
            look(block, keys);
            makePlaces();
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
        System.arraycopy(keys[0], 0, small, 0, block.size);
        for (int key = 1; key < limits.length; key++) {
            append(small, keys[key], (int) limits[key], block.size);
        }
        int any = any(block);
        for (int i = 0; i < block.othersSize; i++) {
            small[block.others[i]] = small[any]; // so that they make no group
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

    /** The first row that is none of the others. */
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

    /** As soon as an array of all codes is worth its room. */
    private void makePlaces() {
        if (limit < Integer.MAX_VALUE && limit <= (long) size * MAX_CODES_A_GROUP) {
            places = numbers.byKey((int) limit);
            numbers = new LongKeyNumbering();
        }
    }

    /** Rows of one group often follow each other. */
    private void look(RowBlock block, int[][] keys) {
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
            codes[block.others[i]] = codes[any];
        }
        long last = codes[any];
        int group = numbers.of(last) + 1;
        if (group == size) {
            group = added(block, any);
        }
        for (int i = 0; i < block.size; i++) {
            if (codes[i] != last) {
                last = codes[i];
                group = numbers.of(last) + 1;
                if (group == size) {
                    group = added(block, i);
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
        put(size, block, place);
        return size++;
    }
}
