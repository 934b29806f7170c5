package org.speedwell.accelerator.store;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;

/**
 * A column of one table, classed by its capabilities. Filters, orders and plans refer to columns by it. Immutable and
 * thread-safe.
 */
public sealed interface ColumnRef {
    /** Returns its place among the table's columns. */
    int place();

    /** Returns its name in the database. */
    String name();

    Column column();

    /** A column whose keys have the order of its values, so that it can be compared, sorted by, and indexed. */
    sealed interface Ordered extends ColumnRef {
        @Override
        KeyColumn column();

        /** Returns its sorted index; null if there is none. */
        @Nullable
        SortedIndex index();

        /**
         * Returns whether the database may compare the column differently from Java. Possible reasons are: the model
         * reads its values as another class, a type mapper makes them, or a collation treats names of different enum
         * constants as equal.
         */
        boolean isConverted();
    }

    /** A column with a sorted index. */
    record Indexed(int place, String name, KeyColumn column, SortedIndex index, boolean isConverted)
            implements Ordered {}

    /** A column without a sorted index. */
    record Unindexed(int place, String name, KeyColumn column, boolean isConverted) implements Ordered {
        @Override
        public @Nullable SortedIndex index() {
            return null;
        }
    }

    /** A column that queries can only read: bytes, or keys that queries cannot use. */
    record Values(int place, String name, Column column) implements ColumnRef {}

    /** A column that is not loaded. A read of its values fails with a message that says so. */
    record Absent(int place, String name, AbsentColumn column) implements ColumnRef {}

    static ColumnRef of(int place, String name, Column column, @Nullable SortedIndex index, boolean isConverted) {
        return switch (column) {
            case AbsentColumn absent -> new Absent(place, name, absent);
            case KeyColumn keys when keys.codec().isBinary() -> new Values(place, name, keys);
            case KeyColumn keys when index != null -> new Indexed(place, name, keys, index, isConverted);
            case KeyColumn keys when keys.codec().isOrdered() -> new Unindexed(place, name, keys, isConverted);
            case KeyColumn _, BytesColumn _ -> new Values(place, name, column);
        };
    }
}
