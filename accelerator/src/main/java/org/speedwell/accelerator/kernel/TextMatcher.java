package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A text filter that adapts to the number of rows tested. It first matches texts row by row. After many rows it matches
 * all texts of the column in one pass, and each row becomes a bitmap lookup. The row-by-row phase costs at most a
 * fraction of that pass. Thread-safe.
 */
public final class TextMatcher {
    /** The number of texts that one pass matches in the time of one random row. */
    private static final int TEXTS_A_ROW = 32;

    private final ByteRuns texts;
    private final TextPattern pattern;
    private final boolean inverted;

    /** The number of rows requested. A lost update does no harm. */
    private long requestedRows;

    private boolean isRequested;
    private volatile Selector.@Nullable Table table;

    TextMatcher(ByteRuns texts, TextPattern pattern, boolean inverted) {
        this.texts = texts;
        this.pattern = pattern;
        this.inverted = inverted;
    }

    /** Returns whether the text of a row matches. The row must not be NULL. */
    boolean test(int row) {
        byte[] text = new byte[texts.length(row)];
        texts.copy(row, text, 0);
        return pattern.matches(text, 0, text.length) != inverted;
    }

    /**
     * Returns the bitmap of all texts of a column. Null while the pass does not pay, or if the column does not support
     * it.
     *
     * @param column the column
     * @param rows the number of further rows about to be tested
     */
    Selector.@Nullable Table table(KeyColumn column, int rows) {
        Selector.Table all = table;
        if (all == null) {
            requestedRows += rows;
            all = requestedRows * TEXTS_A_ROW < column.codec().keys() ? null : table(column);
        }
        return all;
    }

    private synchronized Selector.@Nullable Table table(KeyColumn column) {
        if (!isRequested) {
            isRequested = true;
            long[] bits = column.matching(pattern);
            for (int i = 0; bits != null && inverted && i < bits.length; i++) {
                bits[i] = ~bits[i];
            }
            table = bits == null ? null : new Selector.Table(column, bits, false);
        }
        return table;
    }
}
