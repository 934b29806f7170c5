package org.speedwell.accelerator.codec;

import java.sql.Date;
import java.time.LocalDate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The codec of days without a time zone, as {@link LocalDate}. The key is the number of days since the beginning of
 * 1970. Two columns of days therefore have comparable keys.
 */
public enum LocalDateCodec implements KeyCodec {
    DAY;

    /**
     * Converts the driver's value to the entity's value. A column whose mapper is this function has this codec, and
     * receives the driver's values.
     */
    public static final Function<@Nullable Object, @Nullable Object> MAPPER =
            value -> value == null ? null : ((Date) value).toLocalDate();

    /** Returns the key of a day, which is a {@link LocalDate} or the driver's {@link Date}. */
    @Override
    public long encode(Object value) {
        return (value instanceof Date date ? date.toLocalDate() : (LocalDate) value).toEpochDay();
    }

    @Override
    public Object value(long key) {
        return LocalDate.ofEpochDay(key);
    }

    @Override
    public Class<?> valueClass() {
        return LocalDate.class;
    }

    @Override
    public boolean isInOrderOfDatabase() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return true;
    }
}
