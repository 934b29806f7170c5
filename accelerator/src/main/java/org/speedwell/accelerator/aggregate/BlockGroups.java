package org.speedwell.accelerator.aggregate;

import org.speedwell.accelerator.kernel.RowBlock;

/** The groups that a block's rows belong to, filled anew for each block. For one thread. */
public final class BlockGroups {
    /** That of a block's {@link RowBlock#others}, which nothing asks for. */
    static final int NONE = 0;

    /** That of all other rows, where they are not grouped. */
    static final int ALL = 1;

    /** Of so many groups, {@link #NONE} not counted, each is added up by a mask of its own sooner than row by row. */
    private static final int FEW = 4;

    /** By place in the block. */
    public final int[] of = new int[RowBlock.CAPACITY];

    private final long[][] masks = new long[FEW + 1][0];
    private int masked;
    private int rows;
    private int count;
    private boolean isAny;

    /**
     * To be called when {@link #of} is filled.
     *
     * @param groups how many there are so far, {@link #NONE} as one of them
     */
    void filled(RowBlock block, int groups) {
        rows = block.size;
        count = groups;
        isAny = block.othersSize > 0;
        masked = 0;
    }

    /** How many rows the block has. */
    int rows() {
        return rows;
    }

    /** How many groups there are, {@link #NONE} as one of them. */
    int count() {
        return count;
    }

    /** Whether all rows of the block are of one group. */
    boolean areOne() {
        return count == ALL + 1 && !isAny;
    }

    /** Whether there are so few groups that each has a {@link #mask}. */
    boolean areFew() {
        return count <= FEW + 1;
    }

    /** By place in the block all bits where the row is of a group, which is not {@link #NONE}, and none elsewhere. */
    long[] mask(int group) {
        while (masked < group) {
            masked++;
            if (masks[masked].length == 0) {
                masks[masked] = new long[RowBlock.CAPACITY];
            }
            mask(of, masked, masks[masked], rows);
        }
        return masks[group];
    }

    private static void mask(int[] groups, int group, long[] mask, int rows) {
        for (int i = 0; i < rows; i++) {
            mask[i] = (groups[i] ^ group) - 1L >> Long.SIZE - 1;
        }
    }
}
