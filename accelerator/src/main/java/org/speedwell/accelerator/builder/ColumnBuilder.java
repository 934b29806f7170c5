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
import org.speedwell.accelerator.codec.TemporalCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;

/**
 * Takes the values of a column one by one, in row order, and builds the column from them. For one thread. Values are
 * staged in native memory, which {@link #close()} returns.
 */
public abstract sealed class ColumnBuilder implements AutoCloseable
        permits KeyColumnBuilder, DictionaryColumnBuilder, BytesColumnBuilder {
    /** The codecs of classes that have one whatever the column. */
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
     * Creates a builder with the mappers that there are.
     *
     * @param onRead makes the entity's value of the stored value
     * @param onLoad makes the stored value of the database's value
     */
    ColumnBuilder(
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        this.onRead = onRead;
        this.onLoad = onLoad;
    }

    /** Returns the mapper that makes the entity's value of the stored value; null if they are the same. */
    public final @Nullable Function<@Nullable Object, @Nullable Object> onRead() {
        return onRead;
    }

    /**
     * The builder for values as the driver gives them.
     *
     * @param type the type of the database column
     * @param precision all digits of a decimal
     * @param scale decimals of a decimal
     * @param valueClass the class of the values that entities hold
     * @param databaseClass the class of the values that are appended
     * @param mapper from database value to entity value, of NULL too; null where they are the same
     * @throws IllegalArgumentException if values of this class cannot be stored
     */
    public static ColumnBuilder of(
            MySqlType type,
            int precision,
            int scale,
            Class<?> valueClass,
            Class<?> databaseClass,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper) {
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
        throw new IllegalArgumentException("values of " + databaseClass.getName() + " cannot be stored");
    }

    /**
     * Returns whether a column holds short byte arrays.
     *
     * @param mapper from database value to entity value; null where they are the same
     */
    public static boolean isBinary(
            MySqlType type, Class<?> valueClass, @Nullable Function<@Nullable Object, @Nullable Object> mapper) {
        return isShortBinary(type) && (valueClass == byte[].class || valueClass == Object.class && mapper == null);
    }

    /** Returns the builder for short byte arrays by which rows are found, as those of a primary key: they get keys. */
    public static ColumnBuilder ofBinaryKeys(@Nullable Function<@Nullable Object, @Nullable Object> mapper) {
        return new DictionaryColumnBuilder(new ByteForm.Binary(), null, mapper);
    }

    private static boolean isShortBinary(MySqlType type) {
        return type == MySqlType.BINARY || type == MySqlType.VARBINARY;
    }

    /** Whether columns hold every value of a class as it is, whatever the type of the database. */
    private static boolean isStoredWhole(Class<?> valueClass) {
        if (valueClass.isEnum() || valueClass == String.class || valueClass == byte[].class) {
            return true;
        }
        KeyCodec codec = codec(0, valueClass);
        return codec != null && (codec.isNumber() || codec == IntegralCodec.BOOLEAN);
    }

    /** A builder that stores values of the given class, which a mapper makes at load, and may map again when read. */
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
            return onRead != null && isShortBinary(type) // what is mapped may be compared, as a UUID
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
     * @return whether the row has a value, as a mapper may make one of null, and null of one
     * @throws IllegalArgumentException if the column cannot hold the value exactly
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

    /** What a mapper makes of a value. One that cannot take null leaves it as it is. */
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

    /** Whether values are stored as they are appended. */
    final boolean isPlain() {
        return onLoad == null;
    }

    /** What {@link #append} stores of a value, or null. */
    final @Nullable Object stored(Object value) {
        return onLoad == null ? value : onLoad.apply(value);
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
        return concat(List.of(this), lease, lease);
    }

    /**
     * Returns the column of the values of several builders, one behind the other, its memory owned by the lease. The builders
     * were made alike. A column of keys with a mapper {@link #onRead} holds the stored values, its codes in the staging memory:
     * {@link MappedValues} makes the column of the entities' values of it.
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

    /** Whether it is a value still when a mapper is done with it, as it is but for mappers that run when it is read. */
    abstract boolean appendValue(Object value);

    /** Returns whether the mapper that runs when values are read makes a value of null. */
    boolean isNullValue() {
        return onRead != null && mapped(onRead, null) != null;
    }

    abstract void appendNull();

    abstract void finishValues();

    /** The column of the values of several builders of this class. */
    abstract Column join(
            List<? extends ColumnBuilder> parts, int rows, @Nullable Validity bits, Lease lease, Lease staging);

    abstract void closeValues();

    final boolean isNull(int row) {
        return nulls.get(row);
    }

    /** To be called by what appends a value other than through {@link #append}. */
    final void endRow() {
        rows++;
    }
}
