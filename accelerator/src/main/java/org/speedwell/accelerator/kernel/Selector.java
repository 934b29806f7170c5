package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
 * A filter as it is run: over blocks of {@value #ROWS} rows, a bit a row, or row by row for few rows. Immutable and
 * thread-safe.
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
    /** Words a block. */
    int WORDS = ZoneMap.ROWS / 64;

    /** Rows a block: those of a zone. */
    int ROWS = ZoneMap.ROWS;

    /**
     * Leaves out the rows of a block that do not match.
     *
     * @param rows how many rows the block has
     * @param selection without rows past those
     */
    void refine(int block, int rows, Selection selection);

    /** Whether all is told by columns of one byte without NULL, so that it can be run on selections by bytes. */
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

    /** Rows whose code is from {@code low} to {@code low + span}; inverted: rows with any other. No NULL row. */
    final class Range implements Selector {
        private final KeyColumn column;
        private final long low;
        private final long span;
        private final boolean inverted;
        private final RangeScan byBits;

        /** Null where {@link #isByBytes} does not hold. */
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

        /** How many rows of a whole block match, of a column of which {@link #isByBytes} holds. */
        int count(int block, Selection selection) {
            ZoneMap zones = column.zones();
            boolean outside = zones.isOutside(block, low, low + span);
            if (outside || zones.isInside(block, low, low + span)) {
                return outside == inverted ? ROWS : 0;
            }
            return Objects.requireNonNull(byBytes).count(block, selection);
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

    /** Rows whose code has its bit set in a table of all codes, which have at most 4 bytes; and NULL rows, if they are asked for. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Table(KeyColumn column, long[] bits, boolean nulls) implements Selector {
        /** Up to this many codes, a table of them fits the nearest cache. */
        public static final int MAX_CODES = 1 << 16;

        /** Where less than this part of a block is left, those rows are tested sooner than all are read. */
        private static final int PART = 6;

        @Override
        public void refine(int block, int rows, Selection selection) {
            if (selection.count() < rows / PART) {
                testEach(this, block, selection);
                return;
            }
            Validity validity = column.validity();
            long[] found = selection.flags();
            CodeBits.read(column.codes(), block * ROWS, rows, bits, found);
            for (int i = 0; i << 6 < rows; i++) {
                long valid = validity == null ? -1 : validity.word(block * WORDS + i);
                selection.words[i] &= nulls ? found[i] | ~valid : found[i] & valid;
            }
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row) ? nulls : CodeBits.of(bits, column.codes().get(row)) != 0;
        }
    }

    /** Rows whose key is in the ascending array, or, inverted, is not; and NULL rows, if they are asked for. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keys(KeyColumn column, long[] keys, boolean inverted, boolean nulls) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            testEach(this, block, selection);
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row) ? nulls : Arrays.binarySearch(keys, column.key(row)) >= 0 != inverted;
        }
    }

    /** NULL rows. */
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

    /** Rows of a column with a value. */
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

    /** Rows for whose value, alone in an entity, a predicate holds. */
    record Tested<E>(TableStore<E> table, Filter.FieldTest of) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            testEach(this, block, selection);
        }

        @Override
        public boolean test(int row) {
            return FilterResolver.test(table, of, of.column().column().get(row));
        }
    }

    /** Rows whose text a matcher lets pass. */
    record Matched(Column column, TextMatcher texts) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            Table table = column instanceof KeyColumn keys ? texts.table(keys, selection.count()) : null;
            if (table == null) {
                testEach(this, block, selection);
            } else {
                table.refine(block, rows, selection);
            }
        }

        @Override
        public boolean test(int row) {
            return !column.isNull(row) && texts.test(row);
        }
    }

    /** Rows for which a condition holds, computed for all rows of a block that are left. */
    record Computed(RowTest condition) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            int[] left = selection.rows();
            int count = selection.list(block * ROWS, left);
            selection.clear();
            int kept = condition.keep(left, count);
            for (int i = 0; i < kept; i++) {
                int row = left[i];
                selection.words[row >>> 6 & WORDS - 1] |= 1L << row;
            }
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

    /** Rows that match all parts; those that leave out most, at the least cost, come first. */
    record All(List<Selector> parts) implements Selector {

        @Override
        public void refine(int block, int rows, Selection selection) {
            for (int i = 0; i < parts.size(); i++) {
                Selector part = parts.get(i);
                if (i > 0 && selection.isSparse() && !(part instanceof Computed)) {
                    testEach(part, block, selection);
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

    /** Rows that match any part. */
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

    private static void testEach(Selector selector, int block, Selection selection) {
        for (int i = 0; i < WORDS; i++) {
            for (long left = selection.words[i]; left != 0; left &= left - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(left);
                if (!selector.test(block * ROWS + row)) {
                    selection.clear(row);
                }
            }
        }
    }
}
