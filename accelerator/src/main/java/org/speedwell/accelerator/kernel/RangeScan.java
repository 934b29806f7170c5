package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;

/**
 * Which codes of a column lie in a range, or, inverted, do not: one loop for the column's width, chosen once a scan. A code
 * is inside when its distance from the lower end, as an unsigned number of the code's width, is at most the span. Immutable
 * and thread-safe.
 */
interface RangeScan {
    /** Whether the JVM has been started with {@code --add-modules jdk.incubator.vector}. */
    boolean BY_VECTORS = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    /**
     * Leaves out the rows whose code does not match.
     *
     * @param first the row of the column that the selection begins with
     * @param rows how many are looked at, a multiple of 64; the column has as many
     */
    void refine(int first, int rows, Selection selection);

    /**
     * By vectors where the JVM has them, else by words. Codes without a byte are all alike: their zones tell all, and nothing
     * is left to a scan.
     */
    static RangeScan of(Codes codes, long low, long span, boolean inverted) {
        if (codes.width() == 0) {
            return (first, rows, selection) -> {};
        }
        return BY_VECTORS ? VectorRange.of(codes, low, span, inverted) : new WordRange(codes, low, span, inverted);
    }
}
