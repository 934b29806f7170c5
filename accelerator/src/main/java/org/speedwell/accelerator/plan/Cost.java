package org.speedwell.accelerator.plan;

/**
 * The costs of plan steps, in one unit: the time in which a vectorised scan reads a row of one-byte codes (about 0.05
 * ns). The ratios were measured with data beyond the CPU caches. They need only be accurate enough to rank two access
 * paths to the same rows.
 */
public final class Cost {
    public static final double SCANNED_ROW = 1;

    /** The cost of reading a row at a random row id. */
    public static final double GATHERED_ROW = 16;

    /** The cost of reading the next row of an index and testing its bit. */
    public static final double WALKED_ROW = 4;

    /** The cost of finding the end of a key in an index, and the row with the next key. */
    public static final double WALKED_KEY = 256;

    /** The cost of {@link #WALKED_KEY} if the end of the key has to be searched for. */
    public static final double SEARCHED_KEY = 1024;

    /** The cost of reading the key of the next row and testing whether it was seen before. */
    public static final double SEEN_ROW = 64;

    /** The cost of sorting one row among others. */
    public static final double SORTED_ROW = 32;

    /** The cost of sorting one tuple by its rows. */
    public static final double SORTED_TUPLE = 512;

    /** The cost of comparing a row with the root of the top-N heap. */
    public static final double OFFERED_ROW = 2;

    /** The cost of adding the key of a row to the keys of a semi-join, which are sorted. */
    public static final double SEMI_JOINED_ROW = 192;

    /** The cost of finding the row that a row references, by the index of its key, and of reading a column of it. */
    public static final double REFERENCED_ROW = 256;

    private Cost() {}

    /**
     * Returns the number of rows inside a window.
     *
     * @param rows the number of rows of the window's input
     * @param from the first place
     * @param to the place after the last
     */
    static double inWindow(double rows, long from, long to) {
        return Math.max(0, Math.min(rows, (double) to) - (double) from);
    }
}
