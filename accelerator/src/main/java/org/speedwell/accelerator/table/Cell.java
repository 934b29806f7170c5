package org.speedwell.accelerator.table;

import com.speedment.runtime.field.method.DoubleGetter;
import com.speedment.runtime.field.method.DoubleSetter;
import com.speedment.runtime.field.method.IntGetter;
import com.speedment.runtime.field.method.IntSetter;
import com.speedment.runtime.field.method.LongGetter;
import com.speedment.runtime.field.method.LongSetter;
import com.speedment.runtime.field.method.ReferenceGetter;
import com.speedment.runtime.field.method.ReferenceSetter;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;

/**
 * A conversion of one column's values from rows into a store and back. It does not box numbers, because the key of a
 * whole number is the number itself. Immutable.
 */
sealed interface Cell<E> {
    /** Appends the value of a row. */
    void append(E row, ColumnBuilder builder);

    /** Returns the user's setter. */
    Object setter();

    /** Sets the value of a stored row. */
    void read(Column column, int index, E row);

    record LongCell<E>(LongGetter<E> getter, LongSetter<E> setter) implements Cell<E> {
        @Override
        public void append(E row, ColumnBuilder builder) {
            ((KeyColumnBuilder) builder).appendKey(getter.applyAsLong(row));
        }

        @Override
        public void read(Column column, int index, E row) {
            setter.setAsLong(row, ((KeyColumn) column).key(index));
        }
    }

    record IntCell<E>(IntGetter<E> getter, IntSetter<E> setter) implements Cell<E> {
        @Override
        public void append(E row, ColumnBuilder builder) {
            ((KeyColumnBuilder) builder).appendKey(getter.applyAsInt(row));
        }

        @Override
        public void read(Column column, int index, E row) {
            setter.setAsInt(row, (int) ((KeyColumn) column).key(index));
        }
    }

    record DoubleCell<E>(DoubleGetter<E> getter, DoubleSetter<E> setter) implements Cell<E> {
        @Override
        public void append(E row, ColumnBuilder builder) {
            ((KeyColumnBuilder) builder).appendDouble(getter.applyAsDouble(row));
        }

        @Override
        public void read(Column column, int index, E row) {
            KeyColumn keys = (KeyColumn) column;
            setter.setAsDouble(row, keys.codec().doubleValue(keys.key(index)));
        }
    }

    @SuppressWarnings("NullAway") // null only if it was null when it was stored
    private static <E> void set(ReferenceSetter<E, String> setter, E row, @Nullable String value) {
        setter.set(row, value);
    }

    record StringCell<E>(ReferenceGetter<E, String> getter, ReferenceSetter<E, String> setter) implements Cell<E> {
        @Override
        public void append(E row, ColumnBuilder builder) {
            builder.append(getter.apply(row));
        }

        @Override
        public void read(Column column, int index, E row) {
            @Nullable String value = (String) column.get(index);
            set(setter, row, value);
        }
    }
}
