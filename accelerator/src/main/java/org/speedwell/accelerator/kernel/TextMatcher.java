package org.speedwell.accelerator.kernel;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.ByteRuns;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.MatchingKeys;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A text filter that adapts to the number of rows tested. It first matches texts row by row. After many rows it matches
 * all texts of the column in one pass, and each row becomes a bitmap lookup. The row-by-row phase costs at most a
 * fraction of that pass. Several threads share the pass, and none waits for another. Thread-safe.
 */
public final class TextMatcher {
    /** The number of texts that one pass matches in the time of one random row. */
    private static final int TEXTS_A_ROW = 32;

    /** The weight of a row in a block of which most rows are left. A scan of such blocks likely tests most rows. */
    private static final int DENSE_WEIGHT = 4;

    private final ByteRuns texts;
    private final TextPattern pattern;
    private final boolean inverted;

    /** The weights of the rows requested. A lost update does no harm. */
    private long requestedRows;

    private volatile @Nullable Pass pass;

    private volatile Selector.@Nullable Table table;

    TextMatcher(ByteRuns texts, TextPattern pattern, boolean inverted) {
        this.texts = texts;
        this.pattern = pattern;
        this.inverted = inverted;
    }

    /** The pass over all texts of a column. Each thread that asks for the bitmap takes parts of it. */
    private final class Pass {
        private final KeyColumn column;
        private final @Nullable MatchingKeys keys;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger finished = new AtomicInteger();

        Pass(KeyColumn column) {
            this.column = column;
            this.keys = column.matching(pattern);
        }

        /** Matches parts until none is left. The thread that finishes the last part publishes the bitmap. */
        void work() {
            MatchingKeys matching = keys;
            if (matching == null || next.get() >= matching.parts()) {
                return;
            }
            for (int part = next.getAndIncrement(); part < matching.parts(); part = next.getAndIncrement()) {
                matching.match(part);
                if (finished.incrementAndGet() == matching.parts()) {
                    table = new Selector.Table(column, bits(matching), false);
                }
            }
        }

        private long[] bits(MatchingKeys matching) {
            long[] bits = matching.bits();
            for (int i = 0; inverted && i < bits.length; i++) {
                bits[i] = ~bits[i];
            }
            return bits;
        }
    }

    /** Returns whether the text of a row matches. The row must not be NULL. */
    boolean test(int row) {
        byte[] text = new byte[texts.length(row)];
        texts.copy(row, text, 0);
        return pattern.matches(text, 0, text.length) != inverted;
    }

    /**
     * Returns the bitmap of all texts of a column. Null while the pass does not pay, while other threads finish it, or
     * if the column does not support it.
     *
     * @param column the column
     * @param rows the number of further rows about to be tested, of one block
     */
    Selector.@Nullable Table table(KeyColumn column, int rows) {
        Selector.Table all = table;
        if (all != null) {
            return all;
        }
        requestedRows += rows > Selector.ROWS / 2 ? (long) DENSE_WEIGHT * rows : rows;
        if (requestedRows * TEXTS_A_ROW >= column.codec().keys()) {
            pass(column).work();
        }
        return table;
    }

    private Pass pass(KeyColumn column) {
        Pass known = pass;
        return known == null ? begin(column) : known;
    }

    private synchronized Pass begin(KeyColumn column) {
        Pass known = pass;
        if (known == null) {
            known = new Pass(column);
            pass = known;
        }
        return known;
    }
}
