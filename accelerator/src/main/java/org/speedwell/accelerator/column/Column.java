package org.speedwell.accelerator.column;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.generator.runtime.ColumnValues;

/** The values of one database column, row by row. Immutable and thread-safe. */
public abstract sealed class Column implements ColumnValues permits KeyColumn, BytesColumn, AbsentColumn {
    /** As many rows as lie in one block, however many bytes each takes. */
    public static final int SHARED = PagedBytes.SIZE / Long.BYTES;

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

    /**
     * Returns the bytes of values that none of the given rows has.
     *
     * @param among all rows that the table has
     */
    public long unusedBytes(int[] among) {
        return 0;
    }

    /** Returns the heap bytes of values that changes have added; {@link #bytes()} counts them too. */
    public long heapBytes() {
        return 0;
    }

    /** Returns a column of its own with some of the rows, in the given order. */
    public abstract Column picked(int[] rows, Lease lease);

    /** Returns a column as {@link #picked} does, without values that none of the rows has. */
    public Column compacted(int[] rows, Lease lease) {
        return picked(rows, lease);
    }

    /** The value as the entity's setter takes it, or null. */
    public final @Nullable Object get(int row) {
        return isNull(row) ? null : value(row);
    }

    @Override
    public final boolean has(int row) {
        return !isNull(row);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the class is the generated caller's affair
    public final <T> T at(int row) {
        return (T) value(row);
    }

    @Override
    public long longAt(int row) {
        return ((Number) value(row)).longValue();
    }

    @Override
    public double doubleAt(int row) {
        return ((Number) value(row)).doubleValue();
    }

    /**
     * Whether a version of this column is sure to have the same values, as it shares them, in {@value #SHARED} rows from a
     * multiple of that on.
     */
    public final boolean isShared(Column other, int row) {
        return Validity.isSame(validity, other.validity, row) && sharesValues(other, row);
    }

    /** Whether a row has the same value as a row of another column that was made of the same database column. */
    public final boolean isSame(int row, Column other, int otherRow) {
        boolean isNull = isNull(row);
        return isNull || other.isNull(otherRow) ? isNull && other.isNull(otherRow) : hasValue(row, other, otherRow);
    }

    /** As {@link #isShared}; that both have the same rows NULL is sure. */
    abstract boolean sharesValues(Column other, int row);

    /** As {@link #isSame}, of rows that are not NULL. */
    boolean hasValue(int row, Column other, int otherRow) {
        return Objects.deepEquals(value(row), other.value(otherRow));
    }

    /** Native bytes, without the index. */
    public abstract long bytes();

    /** How values are kept, for a person. */
    public abstract String encoding();

    abstract Object value(int row);
}
