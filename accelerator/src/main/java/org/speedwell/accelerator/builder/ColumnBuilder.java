package org.speedwell.accelerator.builder;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.DecimalCodec;
import org.speedwell.accelerator.codec.EnumCodec;
import org.speedwell.accelerator.codec.FloatingCodec;
import org.speedwell.accelerator.codec.IntegralCodec;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.codec.LocalDateCodec;
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;

/**
 * A builder of one column. It takes the values in row order and stages them in native memory, which {@link #close()}
 * frees. For one thread.
 */
public abstract sealed class ColumnBuilder implements AutoCloseable
        permits KeyColumnBuilder, DictionaryColumnBuilder, BytesColumnBuilder {
    /** The codecs of classes whose codec does not depend on the column. */
    private static final Map<Class<?>, KeyCodec> CODECS = Stream.<KeyCodec[]>of(
                    IntegralCodec.values(), FloatingCodec.values(), TemporalCodec.values())
            .flatMap(Arrays::stream)
            .collect(Collectors.toUnmodifiableMap(KeyCodec::valueClass, Function.identity()));

    private final @Nullable Function<@Nullable Object, @Nullable Object> onRead;
    private final @Nullable Function<@Nullable Object, @Nullable Object> onLoad;
    private final BitSet nulls = new BitSet();
    private int rows;
    private boolean finished;

    /**
     * Creates a builder with optional mappers; null means that there is none.
     *
     * @param onRead converts the stored value to the entity's value
     * @param onLoad converts the database's value to the stored value
     */
    ColumnBuilder(
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        this.onRead = onRead;
        this.onLoad = onLoad;
    }

    /** Returns the mapper that converts the stored value to the entity's value; null if both are the same. */
    public final @Nullable Function<@Nullable Object, @Nullable Object> onRead() {
        return onRead;
    }

    /**
     * Creates a builder for values as the driver returns them.
     *
     * @param type the type of the database column
     * @param precision the number of digits of a decimal
     * @param scale the number of digits after the point of a decimal
     * @param valueClass the class of the values that entities hold
     * @param databaseClass the class of the values that the caller appends
     * @param mapper converts the database's value to the entity's value, also for NULL; null if both are the same
     * @throws IllegalArgumentException if a column cannot store values of this class
     */
    public static ColumnBuilder of(
            MySqlType type,
            int precision,
            int scale,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper) {
        if (mapper == LocalDateCodec.MAPPER) {
            return new KeyColumnBuilder(LocalDateCodec.DAY, null, null);
        }
        ColumnBuilder direct = mapper == null || isStoredWhole(valueClass)
                ? storing(type, precision, scale, valueClass, null, mapper)
                : null;
        if (direct != null) {
            return direct;
        }
        ColumnBuilder mapped = storing(type, precision, scale, databaseClass, mapper, null);
        if (mapped != null) {
            return mapped;
        }
        throw new IllegalArgumentException("Speedwell cannot store values of " + databaseClass.getName());
    }

    /**
     * Returns whether a column holds short byte arrays.
     *
     * @param mapper converts the database's value to the entity's value; null if both are the same
     */
    public static boolean isBinary(
            MySqlType type, Class<?> valueClass, @Nullable Function<@Nullable Object, @Nullable Object> mapper) {
        return isShortBinary(type) && (valueClass == byte[].class || valueClass == Object.class && mapper == null);
    }

    /**
     * Creates a builder for short byte arrays that need keys because queries look rows up by them, as by a primary key.
     */
    public static ColumnBuilder ofBinaryKeys(@Nullable Function<@Nullable Object, @Nullable Object> mapper) {
        return new DictionaryColumnBuilder(new ByteForm.Binary(), null, mapper);
    }

    private static boolean isShortBinary(MySqlType type) {
        return type == MySqlType.BINARY || type == MySqlType.VARBINARY;
    }

    /** Returns whether columns store every value of a class unchanged, independent of the database type. */
    private static boolean isStoredWhole(Class<?> valueClass) {
        if (valueClass.isEnum() || valueClass == String.class || valueClass == byte[].class) {
            return true;
        }
        KeyCodec codec = codec(0, valueClass);
        return codec != null && (codec.isNumber() || codec == IntegralCodec.BOOLEAN);
    }

    /** Creates a builder that stores values of class {@code stored}; null if no column can store them. */
    private static @Nullable ColumnBuilder storing(
            MySqlType type,
            int precision,
            int scale,
            Class<?> stored,
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        if (stored == String.class) {
            return type.isLarge()
                    ? new BytesColumnBuilder(new ByteForm.Text(), onRead, onLoad)
                    : new DictionaryColumnBuilder(new ByteForm.Text(), onRead, onLoad);
        }
        if (stored == byte[].class || stored == Object.class) {
            return onRead != null && isShortBinary(type) // mapped values may be comparable, such as UUIDs
                    ? new DictionaryColumnBuilder(new ByteForm.Binary(), onRead, onLoad)
                    : new BytesColumnBuilder(new ByteForm.Binary(), onRead, onLoad);
        }
        if (stored == Blob.class) {
            return new BytesColumnBuilder(new ByteForm.LargeObject(), onRead, onLoad);
        }
        if (stored == BigDecimal.class && (precision > DecimalCodec.MAX_PRECISION || type != MySqlType.DECIMAL)) {
            return new DictionaryColumnBuilder(new ByteForm.Decimal(scale), onRead, onLoad);
        }
        if (stored == BigInteger.class && type == MySqlType.DECIMAL) {
            return new DictionaryColumnBuilder(new ByteForm.Whole(), onRead, onLoad);
        }
        KeyCodec codec = codec(scale, stored);
        return codec == null ? null : new KeyColumnBuilder(codec, onRead, onLoad);
    }

    private static @Nullable KeyCodec codec(int scale, Class<?> stored) {
        if (stored.isEnum()) {
            return new EnumCodec((Enum<?>[]) stored.getEnumConstants());
        }
        return stored == BigDecimal.class ? new DecimalCodec(scale) : CODECS.get(stored);
    }

    /**
     * Appends the value of the next row, or null.
     *
     * @return whether the row has a value after the mapping. A mapper may convert null to a value and a value to null
     * @throws IllegalArgumentException if the column cannot store the value exactly
     */
    public final boolean append(@Nullable Object value) {
        Object stored = onLoad == null ? value : mapped(onLoad, value);
        boolean isValue = stored == null ? isNullValue() : appendValue(stored);
        if (stored == null || !isValue) {
            nulls.set(rows);
            appendNull();
        }
        rows++;
        return isValue;
    }

    /**
     * Returns the result of a mapper. If the mapper throws a {@link NullPointerException} for null, the result is null.
     */
    public static @Nullable Object mapped(Function<@Nullable Object, @Nullable Object> mapper, @Nullable Object value) {
        try {
            return mapper.apply(value);
        } catch (NullPointerException e) {
            if (value == null) {
                return null;
            }
            throw e;
        }
    }

    /** Returns whether the column stores values as the caller appends them, without a mapper. */
    final boolean isPlain() {
        return onLoad == null;
    }

    /** Returns the value, or null, that {@link #append} would store for a value. */
    final @Nullable Object stored(Object value) {
        return onLoad == null ? value : onLoad.apply(value);
    }

    /** Returns the number of rows so far. */
    public final int rows() {
        return rows;
    }

    /** Prepares the values for {@link #build} and frees spare memory. The caller appends no more values. */
    public final void finish() {
        if (!finished) {
            finished = true;
            finishValues();
        }
    }

    /** Returns a column of all values so far. The lease owns its memory. */
    public final Column build(Lease lease) {
        return concat(List.of(this), lease, lease);
    }

    /**
     * Returns one column of the values of several builders, in sequence. The lease owns its memory. All builders must
     * have the same configuration. If the builders have a mapper {@link #onRead}, a column of keys holds the stored
     * values, and its codes are in the staging memory. {@link MappedValues} then creates the column of the entities'
     * values.
     */
    public static Column concat(List<? extends ColumnBuilder> parts, Lease lease, Lease staging) {
        int rows = 0;
        int nulls = 0;
        for (ColumnBuilder part : parts) {
            part.finish();
            rows = Math.addExact(rows, part.rows);
            nulls += part.nulls.cardinality();
        }
        Validity bits = nulls == 0 ? null : Validity.allocate(lease, rows, nulls);
        int row = 0;
        for (ColumnBuilder part : parts) {
            if (bits != null) {
                bits.clear(part.nulls, row);
            }
            row += part.rows;
        }
        return parts.getFirst().join(parts, rows, bits, lease, staging);
    }

    @Override
    public final void close() {
        closeValues();
    }

    /**
     * Appends a value that is not null. Returns false, and appends nothing, if the mapper {@link #onRead} converts the
     * value to null. Columns of keys always return true, because {@link MappedValues} runs that mapper later.
     */
    abstract boolean appendValue(Object value);

    /** Returns whether the mapper {@link #onRead} converts null to a value. */
    boolean isNullValue() {
        return onRead != null && mapped(onRead, null) != null;
    }

    abstract void appendNull();

    abstract void finishValues();

    /** Returns one column of the values of several builders of this class. */
    abstract Column join(
            List<? extends ColumnBuilder> parts, int rows, @Nullable Validity bits, Lease lease, Lease staging);

    abstract void closeValues();

    final boolean isNull(int row) {
        return nulls.get(row);
    }

    /** Counts a row. Subclasses call it when they append a value without {@link #append}. */
    final void endRow() {
        rows++;
    }
}
