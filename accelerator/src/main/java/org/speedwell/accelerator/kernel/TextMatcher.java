package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.text.TextPattern;

/**
 * Matches the texts of rows: those of a few rows one by one, and, once many have been asked for, all that the column has, one behind
 * the other, so that a row is a look-up then. What is spent on rows one by one is a part of what that takes. Thread-safe.
 */
public final class TextMatcher {
    /** A row takes as long as so many texts one behind the other. */
    private static final int TEXTS_A_ROW = 32;

    private final ByteRuns texts;
    private final TextPattern pattern;
    private final boolean inverted;

    /** How many rows have been asked for; a count that is lost to a race does no harm. */
    private long asked;

    private boolean isAsked;
    private volatile Selector.@Nullable Table table;

    TextMatcher(ByteRuns texts, TextPattern pattern, boolean inverted) {
        this.texts = texts;
        this.pattern = pattern;
        this.inverted = inverted;
    }

    /** Of a row that is not NULL. */
    boolean test(int row) {
        byte[] text = new byte[texts.length(row)];
        texts.copy(row, text, 0);
        return pattern.matches(text, 0, text.length) != inverted;
    }

    /**
     * All texts of a column, matched; null while that is not worth it, or where it cannot be.
     *
     * @param rows so many more are asked for
     */
    Selector.@Nullable Table table(KeyColumn column, int rows) {
        Selector.Table all = table;
        if (all == null) {
            asked += rows;
            all = asked * TEXTS_A_ROW < column.codec().keys() ? null : table(column);
        }
        return all;
    }

    private synchronized Selector.@Nullable Table table(KeyColumn column) {
        if (!isAsked) {
            isAsked = true;
            long[] bits = column.matching(pattern);
            for (int i = 0; bits != null && inverted && i < bits.length; i++) {
                bits[i] = ~bits[i];
            }
            table = bits == null ? null : new Selector.Table(column, bits, false);
        }
        return table;
    }
}
