package org.speedwell.accelerator.column;

import org.jspecify.annotations.Nullable;

/** The values of one database column, row by row. Immutable and thread-safe. */
public abstract sealed class Column permits KeyColumn, BytesColumn, AbsentColumn {
    private final int rows;
    private final @Nullable Validity validity;

    Column(int rows, @Nullable Validity validity) {
        this.rows = rows;
        this.validity = validity;
    }

    public final int rows() {
        return rows;
    }

    /** How many rows are NULL. */
    public final int nulls() {
        return validity == null ? 0 : validity.nulls();
    }

    /** The validity bits, or null where no row is NULL. */
    public final @Nullable Validity validity() {
        return validity;
    }

    public final boolean isNull(int row) {
        return validity != null && !validity.isValid(row);
    }

    /** The value as the entity's setter takes it, or null. */
    public final @Nullable Object get(int row) {
        return isNull(row) ? null : value(row);
    }

    /** Native bytes, without the index. */
    public abstract long bytes();

    /** How values are kept, for a person. */
    public abstract String encoding();

    abstract Object value(int row);
}
