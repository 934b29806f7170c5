package org.speedwell.accelerator.aggregate;

import org.speedwell.accelerator.kernel.RowBlock;

/** The group of each row of a block. Every block overwrites the previous one. For one thread. */
public final class BlockGroups {
    /** The group of a block's {@link RowBlock#others}. No query reads it. */
    static final int NONE = 0;

    /** The group of all other rows if there are no keys. */
    static final int ALL = 1;

    /** The most groups, without {@link #NONE}, for which one masked sum per group is faster than adding row by row. */
    private static final int MAX_MASKED_GROUPS = 4;

    /** The group of each row, by position in the block. */
    public int[] of = {};

    private final long[][] masks = new long[MAX_MASKED_GROUPS + 1][0];

    /** The number of rows, by group with a mask. */
    private final int[] members = new int[MAX_MASKED_GROUPS + 1];

    private int masked;
    private int rows;
    private int count;
    private boolean isAny;

    /** Makes room for the groups of a block's rows. Call it before filling {@link #of}. */
    void reserve(RowBlock block) {
        of = block.room(of);
    }

    /**
     * Prepares the counts and masks for a new block. Call it after filling {@link #of}.
     *
     * @param groups the number of groups so far, including {@link #NONE}
     */
    void filled(RowBlock block, int groups) {
        rows = block.size;
        count = groups;
        isAny = block.othersSize > 0;
        masked = 0;
    }

    /** Returns the number of rows of the block. */
    int rows() {
        return rows;
    }

    /** Returns the number of groups, including {@link #NONE}. */
    int count() {
        return count;
    }

    /** Returns whether all rows of the block belong to {@link #ALL}. */
    boolean isSingleGroup() {
        return count == ALL + 1 && !isAny;
    }

    /** Returns whether {@link #mask} is faster for this number of groups than adding row by row. */
    boolean hasFewGroups() {
        return count <= MAX_MASKED_GROUPS + 1;
    }

    /**
     * Returns a mask by position in the block: -1 for the rows of a group other than {@link #NONE}, and 0 for all other
     * rows.
     */
    long[] mask(int group) {
        while (masked < group) {
            masked++;
            if (masks[masked].length < rows) {
                masks[masked] = new long[of.length];
            }
            members[masked] = mask(of, masked, masks[masked], rows);
        }
        return masks[group];
    }

    /** Returns the number of rows of a group other than {@link #NONE}. */
    int members(int group) {
        mask(group);
        return members[group];
    }

    /** Computes a mask and returns its number of rows. One loop for both takes a third of the time of two. */
    private static int mask(int[] groups, int group, long[] mask, int rows) {
        int members = 0;
        for (int i = 0; i < rows; i++) {
            int bits = (groups[i] ^ group) - 1 >> Integer.SIZE - 1;
            mask[i] = bits;
            members += bits; // C2 vectorises sums, but no differences
        }
        return -members;
    }
}
