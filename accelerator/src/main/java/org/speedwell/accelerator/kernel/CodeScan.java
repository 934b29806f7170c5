package org.speedwell.accelerator.kernel;

import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.memory.Region;

/**
 * The innermost loops of scans: which codes of a column lie in a range, 64 rows a word and without branches, and what
 * codes come to. A code is inside when its distance from the lower end, as an unsigned number of the code's width, is at
 * most the span.
 */
interface CodeScan {
    /**
     * Clears the bits of the rows whose code is not from {@code low} to {@code low + span}; inverted, of those whose code
     * is.
     *
     * @param codes of the given width (1, 2, 4 or 8 bytes)
     * @param firstRow the row of the lowest bit of {@code words[0]}
     * @param count of words to be done; the column has 64 rows for each
     */
    void refine(Region codes, int width, int firstRow, int count, long low, long span, boolean inverted, long[] words);

    /**
     * Adds the codes of the rows whose bits are set.
     *
     * @param codes of 1, 2, 4 or 8 bytes
     * @param firstRow the row of the lowest bit of {@code words[0]}
     * @param count of words; the column has 64 rows for each
     */
    void total(Codes codes, int firstRow, int count, long[] words, CodeTotals totals);

    /**
     * By vectors where the JVM has been started with the Vector API, a module that must be asked for
     * ({@code --add-modules jdk.incubator.vector}), else by words.
     */
    static CodeScan fastest() {
        return ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent() ? VectorScan.create() : new WordScan();
    }

    /** Whether a scan costs next to nothing beside the reading of memory. */
    default boolean isByVectors() {
        return false;
    }
}
