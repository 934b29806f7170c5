package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.memory.Vectors;

/**
 * A scan for codes inside a range or, inverted, outside it. It has one loop per code width, chosen once per scan. A
 * code is inside if its unsigned distance from the lower end, in the width of the code, is at most the span. Immutable
 * and thread-safe.
 */
interface RangeScan {
    /**
     * Clears the rows whose code does not match.
     *
     * @param first the row of the column at which the selection begins
     * @param rows the number of rows to test, a multiple of 64; the column has at least as many
     */
    void refine(int first, int rows, Selection selection);

    /**
     * Creates a scan that uses the Vector API if the JVM has it, else 64-bit words. Codes of zero bytes are all equal:
     * their zone maps decide, and nothing is left to scan.
     */
    static RangeScan of(Codes codes, long low, long span, boolean inverted) {
        if (codes.width() == 0) {
            return (first, rows, selection) -> {};
        }
        return Vectors.ARE_PRESENT
                ? VectorRange.of(codes, low, span, inverted)
                : new WordRange(codes, low, span, inverted);
    }
}
