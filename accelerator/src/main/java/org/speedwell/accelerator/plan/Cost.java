package org.speedwell.accelerator.plan;

/**
 * What steps cost, all in one unit: the time in which a scan reads a row of one-byte codes (about 0.05 ns by vectors). The
 * ratios were measured where data lies beyond the caches; they only have to be right about as far as two ways to the same
 * rows differ.
 */
public final class Cost {
    public static final double SCANNED_ROW = 1;

    /** To read a row by its number, which lies anywhere. */
    public static final double GATHERED_ROW = 16;

    /** To read the next row of an index and to ask for its bit. */
    public static final double WALKED_ROW = 4;

    /** To find the end of a key in an index, and the row that has the next one. */
    public static final double WALKED_KEY = 256;

    /** As {@link #WALKED_KEY}, where the end of the key has to be searched for. */
    public static final double SEARCHED_KEY = 1024;

    /** To read the key of the next row, and to see whether it was met before. */
    public static final double SEEN_ROW = 64;

    /** To bring a row into order among others. */
    public static final double SORTED_ROW = 32;

    /** The cost of sorting one tuple by its rows. */
    public static final double SORTED_TUPLE = 512;

    /** To hold a row against the worst of the best so far. */
    public static final double OFFERED_ROW = 2;

    /** The cost of adding the key of a row to the keys of a semi-join, which are sorted. */
    public static final double SEMI_JOINED_ROW = 192;

    /** The cost of finding the row that a row references, by the index of its key, and of reading a column of it. */
    public static final double REFERENCED_ROW = 256;

    private Cost() {}

    /** How many of so many rows a window has, from one place on to another. */
    static double inWindow(double rows, long from, long to) {
        return Math.max(0, Math.min(rows, (double) to) - (double) from);
    }
}
