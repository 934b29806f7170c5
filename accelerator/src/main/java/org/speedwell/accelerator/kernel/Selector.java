package org.speedwell.accelerator.kernel;

import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.Arrays;
import java.util.List;
import org.speedwell.accelerator.column.Codes;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.column.ZoneMap;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A filter as it is run: over blocks of {@value #ROWS} rows, a bit a row, or row by row for few rows. Immutable and
 * thread-safe.
 */
public sealed interface Selector {
    /** Words a block. */
    int WORDS = ZoneMap.ROWS / 64;

    /** Rows a block: those of a zone. */
    int ROWS = ZoneMap.ROWS;

    /**
     * Clears the bits of the rows of a block that do not match; bits that are clear stay so.
     *
     * @param rows how many rows the block has; bits past them are clear
     */
    void refine(int block, int rows, long[] selection);

    /** Whether one row matches. */
    boolean test(int row);

    /** Rows whose code is from {@code low} to {@code low + span}; inverted: rows with any other. No NULL row. */
    record Range(KeyColumn column, long low, long span, boolean inverted) implements Selector {

        @Override
        public void refine(int block, int rows, long[] selection) {
            ZoneMap zones = column.zones();
            boolean outside = zones.isOutside(block, low, low + span);
            if (outside || zones.isInside(block, low, low + span)) {
                if (outside != inverted) {
                    Arrays.fill(selection, 0);
                    return;
                }
            } else {
                scan(block, rows, selection);
            }
            clearNulls(column, block, selection);
        }

        private void scan(int block, int rows, long[] selection) {
            Codes codes = column.codes();
            int first = block * ROWS;
            int whole = rows >>> 6;
            Scan.CODES.refine(codes.region(), codes.width(), first, whole, low, span, inverted, selection);
            if ((rows & 63) != 0) {
                long word = selection[whole];
                for (long left = word; left != 0; left &= left - 1) {
                    if (!holds(first + 64 * whole + Long.numberOfTrailingZeros(left))) {
                        word &= ~(left & -left);
                    }
                }
                selection[whole] = word;
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

    /** Rows whose code has its bit set in a table of all codes; and NULL rows, if they are asked for. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Table(KeyColumn column, long[] bits, boolean nulls) implements Selector {
        /** Up to this many codes, a table of them fits the nearest cache. */
        public static final int MAX_CODES = 1 << 16;

        @Override
        public void refine(int block, int rows, long[] selection) {
            Codes codes = column.codes();
            Validity validity = column.validity();
            int first = block * ROWS;
            for (int i = 0; i << 6 < rows; i++) {
                if (selection[i] == 0) {
                    continue;
                }
                int from = first + (i << 6);
                int to = Math.min(from + 64, first + rows);
                long word = 0;
                for (int row = from; row < to; row++) {
                    word |= bit(codes.get(row)) << row;
                }
                if (validity != null) {
                    long valid = validity.word(from >>> 6);
                    word = nulls ? word & valid | ~valid : word & valid;
                }
                selection[i] &= word;
            }
        }

        private long bit(long code) {
            return bits[(int) (code >>> 6)] >>> code & 1;
        }

        @Override
        public boolean test(int row) {
            return column.isNull(row) ? nulls : bit(column.codes().get(row)) != 0;
        }
    }

    /** Rows whose key is in the ascending array, or, inverted, is not; and NULL rows, if they are asked for. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Keys(KeyColumn column, long[] keys, boolean inverted, boolean nulls) implements Selector {

        @Override
        public void refine(int block, int rows, long[] selection) {
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
        public void refine(int block, int rows, long[] selection) {
            Validity validity = column.validity();
            if (validity == null) {
                Arrays.fill(selection, 0);
                return;
            }
            for (int i = 0; i << 6 < rows; i++) {
                selection[i] &= ~validity.word(block * WORDS + i);
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
        public void refine(int block, int rows, long[] selection) {
            clearNulls(column, block, selection);
        }

        @Override
        public boolean test(int row) {
            return !column.isNull(row);
        }
    }

    /** Rows for whose value, alone in an entity, a predicate holds. */
    record Tested<E>(TableStore<E> table, ColumnRef column, FieldPredicate<?> predicate) implements Selector {

        @Override
        public void refine(int block, int rows, long[] selection) {
            testEach(this, block, selection);
        }

        @Override
        public boolean test(int row) {
            return FilterResolver.test(table, column, predicate, column.column().get(row));
        }
    }

    /** Rows that match all parts; those that leave out most, at the least cost, come first. */
    record All(List<Selector> parts) implements Selector {

        @Override
        public void refine(int block, int rows, long[] selection) {
            for (Selector part : parts) {
                part.refine(block, rows, selection);
                if (isEmpty(selection)) {
                    return;
                }
            }
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
    }

    /** Rows that match any part. */
    record Any(List<Selector> parts) implements Selector {

        @Override
        public void refine(int block, int rows, long[] selection) {
            long[] left = selection.clone();
            long[] part = new long[WORDS];
            for (Selector any : parts) {
                System.arraycopy(left, 0, part, 0, WORDS);
                any.refine(block, rows, part);
                boolean done = true;
                for (int i = 0; i < WORDS; i++) {
                    left[i] &= ~part[i];
                    done &= left[i] == 0;
                }
                if (done) {
                    return;
                }
            }
            for (int i = 0; i < WORDS; i++) {
                selection[i] &= ~left[i];
            }
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

    private static void clearNulls(Column column, int block, long[] selection) {
        Validity validity = column.validity();
        if (validity != null) {
            int words = Math.min(WORDS, ((column.rows() + 63) >>> 6) - block * WORDS);
            for (int i = 0; i < words; i++) {
                selection[i] &= validity.word(block * WORDS + i);
            }
        }
    }

    private static void testEach(Selector selector, int block, long[] selection) {
        for (int i = 0; i < WORDS; i++) {
            long word = selection[i];
            for (long left = word; left != 0; left &= left - 1) {
                if (!selector.test(block * ROWS + (i << 6) + Long.numberOfTrailingZeros(left))) {
                    word &= ~(left & -left);
                }
            }
            selection[i] = word;
        }
    }

    private static boolean isEmpty(long[] selection) {
        long any = 0;
        for (long word : selection) {
            any |= word;
        }
        return any == 0;
    }
}
