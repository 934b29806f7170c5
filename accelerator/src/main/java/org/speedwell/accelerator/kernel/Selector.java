package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.column.ZoneMap;
import org.speedwell.accelerator.expression.FilterResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.store.TableStore;

/**
 * An executable filter. It runs on blocks of {@value #ROWS} rows with a bit per row, or row by row for few rows.
 * Immutable and thread-safe.
 */
public sealed interface Selector extends RowTest
        permits Selector.Range,
                Selector.Table,
                Selector.Keys,
                Selector.Nulls,
                Selector.Valid,
                Selector.Tested,
                Selector.Matched,
                Selector.Computed,
                Selector.All,
                Selector.Any,
                OrderedKeys {
    /** The words of a block. */
    int WORDS = ZoneMap.ROWS / 64;

    /** The rows of a block, equal to the rows of a zone. */
    int ROWS = ZoneMap.ROWS;

    /**
     * Clears the rows of a block that do not match.
     *
     * @param block the number of the block
     * @param rows the number of rows of the block
     * @param selection the rows to filter; it contains no row after the last one of the block
     */
    void refine(int block, int rows, Selection selection);

    /**
     * Returns whether all columns read are one byte wide and without NULL, so that this filter can run on selections by
     * bytes.
     */
    default boolean isByBytes() {
        return false;
    }

    private static boolean areByBytes(List<Selector> parts) {
        for (Selector part : parts) {
            if (!part.isByBytes()) {
                return false;
            }
        }
        return true;
    }

    /**
     * A filter for codes from {@code low} to {@code low + span}, or outside this range if inverted. NULL never matches.
     */
    final class Range implements Selector {
        private final KeyColumn column;
        private final long low;
        private final long span;
        private final boolean inverted;
        private final RangeScan byBits;

        /** The scan by bytes; null if {@link #isByBytes} is false. */
        private final @Nullable WordRange byBytes;

        public Range(KeyColumn column, long low, long span, boolean inverted) {
            this.column = column;
            this.low = low;
            this.span = span;
            this.inverted = inverted;
            this.byBits = RangeScan.of(column.codes(), low, span, inverted);
            this.byBytes = isByBytes() ? new WordRange(column.codes(), low, span, inverted) : null;
        }

        public KeyColumn column() {
            return column;
        }

        /** Returns the smallest code of the range. */
        long low() {
            return low;
        }

        /** Returns the distance of the greatest code of the range from the smallest. */
        long span() {
            return span;
        }

        boolean inverted() {
            return inverted;
        }

        @Override
        public boolean isByBytes() {
            return column.codes().width() == Byte.BYTES && column.validity() == null;
        }

        @Override
        public void refine(int block, int rows, Selection selection) {
            ZoneMap zones = column.zones();
            boolean outside = zones.isOutside(block, low, low + span);
            if (outside || zones.isInside(block, low, low + span)) {
                if (outside != inverted) {
                    selection.clear();
                    return;
                }
            } else {
                scan(block * ROWS, rows, selection);
            }
            selection.keep(column.validity(), block);
        }

        private void scan(int first, int rows, Selection selection) {
            int whole = rows & -64;
            RangeScan scan = selection.isByBytes() && byBytes != null ? byBytes : byBits;
            scan.refine(first, whole, selection);
            for (int row = whole; row < rows; row++) {
                if (!holds(first + row)) {
                    selection.clear(row);
                }
            }
        }

        private boolean holds(int row) {
            long distance = column.codes().get(row) - low;
            return distance + Long.MIN_VALUE <= span + Long.MIN_VALUE != inverted;
        }

        @Override
        public boolean test(int row) {
            return holds(row) && !column.isNull(row);
        }
    }

    /**
     * A filter for codes of at most 4 bytes whose bit is set in a bitmap of all codes. NULL matches if {@code nulls} is
     * true.
     */
    record Table(KeyColumn column, CodeBits bits, boolean nulls) implements Selector {
        /** The number of codes up to which their bitmap fits the L1 cache. */
        public static final int MAX_CODES = 1 << 16;

        /** The divisor of the block size below which the remaining rows are tested one by one. */
        private static final int PART = 6;

        Table(KeyColumn column, long[] bits, boolean nulls) {
            this(column, new CodeBits(bits), nulls);
        }

        @Override
        public void refine(int block, int rows, Selection selection) {
            if (selection.count() < rows / PART) {
                keepListed(this, block, selection);
                return;
            }
            Validity validity = column.validity();
            long[] found = selection.flags();
            bits.read(column.codes(), block, rows, selection, found);
            for (int i = 0; i << 6 < rows; i++) {
                long valid = validity == null ? -1 : validity.word(block * WORDS + i);
                selection.words[i] &= nulls ? found[i] | ~valid : found[i] & valid;
            }
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row) ? nulls : bits.get(column.codes().get(row)) != 0;
        }

        /** Reads all codes first, without branches, so that the processor waits for many reads at once. */
        @Override
        public int keep(int[] rows, int count) {
            if (column.nulls() > 0) {
                return Selector.super.keep(rows, count);
            }
            long[] codes = new long[count];
            column.codes().read(rows, count, 0, codes);
            int kept = 0;
            for (int i = 0; i < count; i++) {
                rows[kept] = rows[i];
                kept += (int) bits.get(codes[i]);
            }
            return kept;
        }
    }

    /**
     * A filter for keys that are in an ascending array or, if inverted, not in it. NULL matches if {@code nulls} is
     * true.
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keys(KeyColumn column, long[] keys, boolean inverted, boolean nulls) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            keepListed(this, block, selection);
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row) ? nulls : Arrays.binarySearch(keys, column.key(row)) >= 0 != inverted;
        }
    }

    /** A filter for NULL rows. */
    record Nulls(Column column) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            Validity validity = column.validity();
            if (validity == null) {
                selection.clear();
                return;
            }
            for (int i = 0; i << 6 < rows; i++) {
                selection.words[i] &= ~validity.word(block * WORDS + i);
            }
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row);
        }
    }

    /** A filter for rows whose column is not NULL. */
    record Valid(Column column) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            selection.keep(column.validity(), block);
        }

        @Override
        public boolean test(int row) {
            return !column.isNull(row);
        }
    }

    /** A filter with a predicate on one field, called with an entity that has only this field. */
    record Tested<E>(TableStore<E> table, Filter.FieldTest of) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            keepListed(this, block, selection);
        }

        @Override
        public boolean test(int row) {
            return FilterResolver.test(table, of, of.column().column().get(row));
        }
    }

    /** A filter for rows whose text a matcher accepts. */
    record Matched(Column column, TextMatcher texts) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            Table table = column instanceof KeyColumn keys ? texts.table(keys, selection.count()) : null;
            if (table == null) {
                keepListed(this, block, selection);
            } else {
                table.refine(block, rows, selection);
            }
        }

        @Override
        public boolean test(int row) {
            return !column.isNull(row) && texts.test(row);
        }
    }

    /** A filter with a computed condition, evaluated for all remaining rows of a block. */
    record Computed(RowTest condition) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            keepListed(condition, block, selection);
        }

        @Override
        public boolean test(int row) {
            return condition.test(row);
        }

        @Override
        public boolean isRowByRow() {
            return condition.isRowByRow();
        }

        @Override
        public int keep(int[] rows, int count) {
            return condition.keep(rows, count);
        }
    }

    /** A conjunction. The parts that exclude most rows at the least cost run first. */
    record All(List<Selector> parts) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            for (int i = 0; i < parts.size(); i++) {
                Selector part = parts.get(i);
                if (i > 0 && selection.isSparse()) {
                    keepListed(part, block, selection);
                } else {
                    part.refine(block, rows, selection);
                }
                if (selection.isEmpty()) {
                    return;
                }
            }
        }

        @Override
        public boolean isByBytes() {
            return areByBytes(parts);
        }

        @Override
        public boolean test(int row) {
            for (Selector part : parts) {
                if (!part.test(row)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isRowByRow() {
            return false;
        }

        @Override
        public int keep(int[] rows, int count) {
            int kept = count;
            for (Selector part : parts) {
                kept = part.keep(rows, kept);
            }
            return kept;
        }
    }

    /** A disjunction. */
    record Any(List<Selector> parts) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            Selection left = selection.left();
            Selection part = selection.part();
            left.set(selection);
            for (Selector any : parts) {
                part.set(left);
                any.refine(block, rows, part);
                left.removeAll(part);
                if (left.isEmpty()) {
                    return;
                }
            }
            selection.removeAll(left);
        }

        @Override
        public boolean isByBytes() {
            return areByBytes(parts);
        }

        @Override
        public boolean test(int row) {
            for (Selector part : parts) {
                if (part.test(row)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Filters the rows of a block that remain, in a list of their ids. */
    static void keepListed(RowTest test, int block, Selection selection) {
        int[] left = selection.rows();
        int kept = test.keep(left, selection.list(block * ROWS, left));
        selection.clear();
        for (int i = 0; i < kept; i++) {
            int row = left[i];
            selection.words[row >>> 6 & WORDS - 1] |= 1L << row;
        }
    }
}
