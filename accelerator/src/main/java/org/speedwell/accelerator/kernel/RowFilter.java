package org.speedwell.accelerator.kernel;

import com.speedment.runtime.field.predicate.FieldPredicate;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.store.TableStore;

/** Runs filters over the columns and indexes of a table. */
public final class RowFilter {
    /** Reading a row by its index costs about this many times a row of a scan. */
    private static final int GATHER_COST = 16;

    private RowFilter() {}

    /** How many rows of the table match. */
    public static int count(TableStore<?> table, Filter filter) {
        int count = switch (filter) {
            case Filter.Constant constant -> constant == Filter.Constant.ALL ? table.rows() : 0;
            case Filter.NullRows nulls -> table.column(nulls.column()).nulls();
            case Filter.KeyRange range ->
                countRange(table, range.column(), range.low(), range.high(), range.inverted());
            case Filter.KeySet set -> countSet(table, set);
            default -> select(table, filter).cardinality();
        };
        table.keepAlive();
        return count;
    }

    /** The matching rows. */
    public static Bitmap select(TableStore<?> table, Filter filter) {
        Bitmap bitmap = new Bitmap(table.rows());
        switch (filter) {
            case Filter.Constant constant -> {
                if (constant == Filter.Constant.ALL) {
                    bitmap.setAll();
                }
            }
            case Filter.NullRows nulls -> selectNulls(table.column(nulls.column()), bitmap);
            case Filter.KeyRange range -> selectRange(table, range, bitmap);
            case Filter.KeySet set -> selectSet(table, set, bitmap);
            case Filter.FieldTest test -> selectTested(table, test, bitmap);
            case Filter.And and -> {
                bitmap.setAll();
                and.filters().forEach(part -> bitmap.and(select(table, part)));
            }
            case Filter.Or or -> or.filters().forEach(part -> bitmap.or(select(table, part)));
        }
        table.keepAlive();
        return bitmap;
    }

    /** As {@link #count} of a {@link Filter.KeyRange} of these components. */
    public static int countRange(TableStore<?> table, int column, long low, long high, boolean inverted) {
        SortedIndex index = table.index(column);
        if (index == null) {
            return select(table, new Filter.KeyRange(column, low, high, inverted))
                    .cardinality();
        }
        int inside = index.count(low, high);
        table.keepAlive();
        return inverted ? index.valid() - inside : inside;
    }

    private static int countSet(TableStore<?> table, Filter.KeySet set) {
        SortedIndex index = table.index(set.column());
        if (index == null) {
            return select(table, set).cardinality();
        }
        int inside = 0;
        for (long key : set.keys()) {
            inside += index.count(key, key);
        }
        int nulls = set.nulls() ? index.rows() - index.valid() : 0;
        return nulls + (set.inverted() ? index.valid() - inside : inside);
    }

    private static void selectNulls(Column column, Bitmap bitmap) {
        Validity validity = column.validity();
        if (validity != null) {
            for (int i = 0; i < bitmap.words(); i++) {
                bitmap.setWord(i, ~validity.word(i));
            }
        }
    }

    private static void selectValid(Column column, Bitmap bitmap) {
        Validity validity = column.validity();
        for (int i = 0; i < bitmap.words(); i++) {
            bitmap.setWord(i, validity == null ? -1L : validity.word(i));
        }
    }

    private static void selectRange(TableStore<?> table, Filter.KeyRange range, Bitmap bitmap) {
        SortedIndex index = table.index(range.column());
        if (isEverything(range)) {
            selectValid(table.column(range.column()), bitmap);
        } else if (index != null
                && !range.inverted()
                && (long) index.count(range.low(), range.high()) * GATHER_COST < table.rows()) {
            selectPositions(index, index.below(range.low()), index.through(range.high()), bitmap);
        } else {
            scanRange((KeyColumn) table.column(range.column()), range, bitmap);
        }
    }

    private static void selectPositions(SortedIndex index, int from, int to, Bitmap bitmap) {
        for (int position = from; position < to; position++) {
            bitmap.set(index.row(position));
        }
    }

    /** 64 rows a word, without branches; NULL rows are cleared a word at a time. */
    private static void scanRange(KeyColumn column, Filter.KeyRange range, Bitmap bitmap) {
        long low = Math.max(range.low(), column.min());
        long high = Math.min(range.high(), column.max());
        if (low > high) {
            if (range.inverted()) {
                selectValid(column, bitmap);
            }
            return;
        }
        Validity validity = column.validity();
        long flip = range.inverted() ? -1L : 0;
        // A key k is inside when k − low, as an unsigned number, is at most high − low
        long width = high - low + Long.MIN_VALUE;
        int rows = column.rows();
        for (int index = 0; index < bitmap.words(); index++) {
            int first = index << 6;
            int last = Math.min(first + 64, rows);
            long word = 0;
            for (int row = first; row < last; row++) {
                long distance = column.key(row) - low + Long.MIN_VALUE;
                word |= (distance <= width ? 1L : 0L) << row;
            }
            bitmap.setWord(index, (word ^ flip) & (validity == null ? -1L : validity.word(index)));
        }
    }

    private static void selectSet(TableStore<?> table, Filter.KeySet set, Bitmap bitmap) {
        KeyColumn column = (KeyColumn) table.column(set.column());
        Validity validity = column.validity();
        SortedIndex index = table.index(set.column());
        if (index != null && !set.inverted() && (long) countSet(table, set) * GATHER_COST < table.rows()) {
            for (long key : set.keys()) {
                selectPositions(index, index.below(key), index.through(key), bitmap);
            }
        } else {
            for (int row = 0; row < column.rows(); row++) {
                boolean valid = validity == null || validity.isValid(row);
                if (valid && Arrays.binarySearch(set.keys(), column.key(row)) >= 0 != set.inverted()) {
                    bitmap.set(row);
                }
            }
        }
        if (set.nulls()) {
            Bitmap nulls = new Bitmap(table.rows());
            selectNulls(column, nulls);
            bitmap.or(nulls);
        }
    }

    @SuppressWarnings("unchecked") // the predicate is on a field of this table
    private static <E> void selectTested(TableStore<E> table, Filter.FieldTest test, Bitmap bitmap) {
        Predicate<E> predicate = (Predicate<E>) (FieldPredicate<?>) test.predicate();
        Column column = table.column(test.column());
        for (int row = 0; row < table.rows(); row++) {
            @Nullable Object value = column.get(row);
            if (predicate.test(table.entities().createWith(test.column(), value))) {
                bitmap.set(row);
            }
        }
    }

    private static boolean isEverything(Filter.KeyRange range) {
        return !range.inverted() && range.low() == Long.MIN_VALUE && range.high() == Long.MAX_VALUE;
    }
}
