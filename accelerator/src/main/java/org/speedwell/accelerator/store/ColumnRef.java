package org.speedwell.accelerator.store;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.SortedIndex;

/** A column of one table by what can be done with it: what filters, orders and plans hold of it. Immutable and thread-safe. */
public sealed interface ColumnRef {
    /** Its place among the table's columns. */
    int place();

    /** Its name in the database. */
    String name();

    Column column();

    /** A column whose keys are ordered as its values are: it can be compared, sorted by, and indexed. */
    sealed interface Ordered extends ColumnRef {
        @Override
        KeyColumn column();

        /** Null where there is none. */
        @Nullable
        SortedIndex index();

        /**
         * Returns whether the database may compare the column in another way than Java compares its values: the model reads them as
         * another class, a type mapper makes them, or a collation takes other names of enum constants for equal.
         */
        boolean isConverted();
    }

    /** With a sorted index. */
    record Indexed(int place, String name, KeyColumn column, SortedIndex index, boolean isConverted)
            implements Ordered {}

    /** Without one. */
    record Unindexed(int place, String name, KeyColumn column, boolean isConverted) implements Ordered {
        @Override
        public @Nullable SortedIndex index() {
            return null;
        }
    }

    /** A column of which only the values are known: bytes, or keys that queries cannot use. */
    record Values(int place, String name, Column column) implements ColumnRef {}

    /** A column that was left in the database: whoever asks it for a value is told so. */
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
