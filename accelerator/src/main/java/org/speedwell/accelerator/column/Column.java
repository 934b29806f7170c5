package org.speedwell.accelerator.column;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.PagedBytes;
import org.speedwell.generator.runtime.ColumnValues;

/** The values of one database column, row by row. Immutable and thread-safe. */
public abstract sealed class Column implements ColumnValues permits KeyColumn, BytesColumn, AbsentColumn {
    /**
     * The number of rows of a shared block whose values take 8 bytes. Comparisons of two versions go in steps of this
     * many rows.
     */
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

    /** Returns the number of NULL rows. */
    public final int nulls() {
        return validity == null ? 0 : validity.nulls();
    }

    /** Returns the validity bitmap. Null if no row is NULL. */
    public final @Nullable Validity validity() {
        return validity;
    }

    public final boolean isNull(int row) {
        return validity != null && !validity.isValid(row);
    }

    /**
     * Returns the number of bytes of stored values that no row uses any more.
     *
     * @param among the row ids of all rows of the table
     */
    public long unusedBytes(int[] among) {
        return 0;
    }

    /** Returns the heap bytes of values that changes have added. {@link #bytes()} includes them. */
    public long heapBytes() {
        return 0;
    }

    /** Returns a new column with some of the rows, in the given order. It shares no memory with this one. */
    public abstract Column picked(int[] rows, Lease lease);

    /** Returns a column like {@link #picked}, without dictionary values that none of the rows has. */
    public Column compacted(int[] rows, Lease lease) {
        return picked(rows, lease);
    }

    /** Returns the value as the entity's setter accepts it. Null if the row is NULL. */
    public final @Nullable Object get(int row) {
        return isNull(row) ? null : value(row);
    }

    @Override
    public final boolean isComplete() {
        return validity == null;
    }

    @Override
    public final boolean has(int row) {
        return !isNull(row);
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the generated caller knows the class
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
     * Returns whether this version and another share the values of a block of {@value #SHARED} rows. False says nothing
     * about the values.
     *
     * @param row the first row of the block, a multiple of {@value #SHARED}
     */
    public final boolean isShared(Column other, int row) {
        return Validity.isSame(validity, other.validity, row) && sharesValues(other, row);
    }

    /**
     * Returns whether a row has the same value as a row of another column. Both columns must come from the same
     * database column.
     */
    public final boolean isSame(int row, Column other, int otherRow) {
        boolean isNull = isNull(row);
        return isNull || other.isNull(otherRow) ? isNull && other.isNull(otherRow) : hasValue(row, other, otherRow);
    }

    /** Returns the same as {@link #isShared}. The caller has compared the validity bitmaps. */
    abstract boolean sharesValues(Column other, int row);

    /** Returns the same as {@link #isSame}, for rows that are not NULL. */
    boolean hasValue(int row, Column other, int otherRow) {
        return Objects.deepEquals(value(row), other.value(otherRow));
    }

    /** Returns the number of native bytes, and of heap bytes of changed values. Excludes the index. */
    public abstract long bytes();

    /** Returns a description of the storage of the values, for users. */
    public abstract String encoding();

    abstract Object value(int row);
}
