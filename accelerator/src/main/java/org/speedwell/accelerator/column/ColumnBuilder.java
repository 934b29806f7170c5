package org.speedwell.accelerator.column;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Lease;

/**
 * Takes the values of a column one by one, in row order, and builds the column from them. For one thread. Staging memory
 * is native and returned by {@link #close()}.
 */
public abstract sealed class ColumnBuilder implements AutoCloseable
        permits KeyColumnBuilder, DictionaryColumnBuilder, BytesColumnBuilder {
    private final StagedValidity validity = new StagedValidity();
    private int rows;
    private boolean finished;

    /**
     * The builder for values as the driver gives them.
     *
     * @param type the type of the database column
     * @param precision all digits of a decimal
     * @param scale decimals of a decimal
     * @param valueClass the class of the values that entities hold
     * @param databaseClass the class of the values that are appended
     * @param mapper from database value to entity value; null where they are the same
     * @throws IllegalArgumentException if values of this class cannot be stored
     */
    public static ColumnBuilder of(
            MySqlType type,
            int precision,
            int scale,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<Object, Object> mapper) {
        ColumnBuilder direct = storing(type, precision, scale, valueClass, null, mapper);
        if (direct != null) {
            return direct;
        }
        ColumnBuilder mapped = storing(type, precision, scale, databaseClass, mapper, null);
        if (mapped != null) {
            return mapped;
        }
        throw new IllegalArgumentException("values of " + databaseClass.getName() + " cannot be stored");
    }

    /** A builder that stores values of the given class, which a mapper makes at load, and may map again when read. */
    private static @Nullable ColumnBuilder storing(
            MySqlType type,
            int precision,
            int scale,
            Class<?> stored,
            @Nullable Function<Object, Object> onRead,
            @Nullable Function<Object, Object> onLoad) {
        boolean plain = onRead == null;
        if (stored == String.class) {
            return type.isLarge() || !plain
                    ? new BytesColumnBuilder(new ByteForm.Text(), onRead, onLoad)
                    : new DictionaryColumnBuilder(new ByteForm.Text(), onLoad);
        }
        if (stored == byte[].class || stored == Object.class) {
            return new BytesColumnBuilder(new ByteForm.Binary(), onRead, onLoad);
        }
        if (stored == Blob.class) {
            return new BytesColumnBuilder(new ByteForm.LargeObject(), onRead, onLoad);
        }
        if (stored == BigDecimal.class && (precision > DecimalCodec.MAX_PRECISION || type != MySqlType.DECIMAL)) {
            ByteForm form = new ByteForm.Decimal(scale);
            return plain ? new DictionaryColumnBuilder(form, onLoad) : new BytesColumnBuilder(form, onRead, onLoad);
        }
        if (stored == BigInteger.class && type == MySqlType.DECIMAL) {
            return plain
                    ? new DictionaryColumnBuilder(new ByteForm.Whole(), onLoad)
                    : new BytesColumnBuilder(new ByteForm.Whole(), onRead, onLoad);
        }
        KeyCodec codec = codec(scale, stored);
        if (codec == null) {
            return null;
        }
        return new KeyColumnBuilder(onRead == null ? codec : new MappedCodec(codec, onRead), onLoad);
    }

    private static @Nullable KeyCodec codec(int scale, Class<?> stored) {
        if (stored.isEnum()) {
            return new EnumCodec((Enum<?>[]) stored.getEnumConstants());
        }
        if (stored == BigDecimal.class) {
            return new DecimalCodec(scale);
        }
        if (stored == BigInteger.class) {
            return IntegralCodec.UNSIGNED_LONG;
        }
        if (stored == Boolean.class) {
            return IntegralCodec.BOOLEAN;
        }
        if (stored == Byte.class) {
            return IntegralCodec.BYTE;
        }
        if (stored == Short.class) {
            return IntegralCodec.SHORT;
        }
        if (stored == Integer.class) {
            return IntegralCodec.INT;
        }
        if (stored == Long.class) {
            return IntegralCodec.LONG;
        }
        if (stored == Float.class) {
            return FloatingCodec.FLOAT;
        }
        if (stored == Double.class) {
            return FloatingCodec.DOUBLE;
        }
        if (stored == Timestamp.class) {
            return TemporalCodec.TIMESTAMP;
        }
        if (stored == Date.class) {
            return TemporalCodec.DATE;
        }
        return stored == Time.class ? TemporalCodec.TIME : null;
    }

    /**
     * Appends the value of the next row, or null.
     *
     * @throws IllegalArgumentException if the column cannot hold the value exactly
     */
    public final void append(@Nullable Object value) {
        if (value == null) {
            validity.addNull(rows);
            appendNull();
        } else {
            appendValue(value);
        }
        rows++;
    }

    /** Rows so far. */
    public final int rows() {
        return rows;
    }

    /** Says that no more values come: what can be done in advance is done, and spare memory given back. */
    public final void finish() {
        if (!finished) {
            finished = true;
            finishValues();
        }
    }

    /** The column of all values so far, its memory owned by the lease. */
    public final Column build(Lease lease) {
        return concat(List.of(this), lease);
    }

    /**
     * The column of the values of several builders, one behind the other, its memory owned by the lease. The builders were
     * made alike.
     */
    public static Column concat(List<? extends ColumnBuilder> parts, Lease lease) {
        int rows = 0;
        int nulls = 0;
        for (ColumnBuilder part : parts) {
            part.finish();
            rows = Math.addExact(rows, part.rows);
            nulls += part.validity.nulls();
        }
        Validity bits = nulls == 0 ? null : Validity.allocate(lease, rows, nulls);
        int row = 0;
        for (ColumnBuilder part : parts) {
            if (bits != null) {
                part.validity.clearIn(bits, row);
            }
            row += part.rows;
        }
        return parts.getFirst().join(parts, rows, bits, lease);
    }

    @Override
    public final void close() {
        validity.close();
        closeValues();
    }

    abstract void appendValue(Object value);

    abstract void appendNull();

    abstract void finishValues();

    /** The column of the values of several builders of this class. */
    abstract Column join(List<? extends ColumnBuilder> parts, int rows, @Nullable Validity bits, Lease lease);

    abstract void closeValues();

    final boolean isNull(int row) {
        return validity.isNull(row);
    }

    /** To be called by what appends a value other than through {@link #append}. */
    final void endRow() {
        rows++;
    }
}
