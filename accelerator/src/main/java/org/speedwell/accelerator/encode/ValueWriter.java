package org.speedwell.accelerator.encode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A writer of values in one format. Values come as objects, or as the numbers that columns store for them. For one
 * thread.
 */
final class ValueWriter {

    private final Format format;
    private final LocalTimes times = new LocalTimes();
    private final StringBuilder digits = new StringBuilder();

    ValueWriter(Format format) {
        this.format = format;
    }

    Format format() {
        return format;
    }

    /** Writes a value of any class, or null. A value of an unknown class is written as its {@code toString()}. */
    void put(@Nullable Object value, Utf8Buffer out) {
        switch (value) {
            case null -> format.putNull(out);
            case String text -> format.putText(text, out);
            case JsonText text -> format.putJson(text.json(), out);
            case Integer number -> out.putLong(number);
            case Long number -> out.putLong(number);
            case Short number -> out.putLong(number);
            case Byte number -> out.putLong(number);
            case BigDecimal number -> put(number, out);
            case BigInteger number -> out.putAscii(number.toString());
            case Double number -> putDouble(number, out);
            case Float number -> putFloat(number, out);
            case Boolean bool -> putBoolean(bool, out);
            case Enum<?> constant -> format.putText(constant.name(), out);
            case Timestamp time -> putTimestamp(Math.floorDiv(time.getTime(), 1_000L), time.getNanos(), out);
            case Date date -> putDate(date.getTime(), out);
            case Time time -> putTime(time.getTime(), out);
            case LocalDateTime time -> put(time, out);
            case LocalDate date -> {
                format.putQuote(out);
                LocalTimes.put(date, out);
                format.putQuote(out);
            }
            case LocalTime time -> {
                format.putQuote(out);
                LocalTimes.put(time, out);
                format.putQuote(out);
            }
            case OffsetDateTime time -> put(time, out);
            case ZonedDateTime time -> put(time.toOffsetDateTime(), out);
            case Year year -> out.putLong(year.getValue());
            case byte[] bytes -> format.putBase64(bytes, bytes.length, out);
            case Blob blob -> put(blob, out);
            case Clob clob -> put(clob, out);
            case Optional<?> optional -> put(optional.orElse(null), out);
            case OptionalInt optional -> put(optional.isPresent() ? optional.getAsInt() : null, out);
            case OptionalLong optional -> put(optional.isPresent() ? optional.getAsLong() : null, out);
            case OptionalDouble optional -> put(optional.isPresent() ? optional.getAsDouble() : null, out);
            default -> format.putText(value.toString(), out);
        }
    }

    private static void put(BigDecimal number, Utf8Buffer out) {
        boolean isShort = number.scale() >= 0 && number.scale() <= 64 && number.precision() <= 18;
        if (isShort) {
            out.putDecimal(number.unscaledValue().longValue(), number.scale());
        } else {
            out.putAscii(number.toPlainString());
        }
    }

    void putBoolean(boolean bool, Utf8Buffer out) {
        out.putAscii(bool ? "true" : "false");
    }

    /** Writes a number with the fewest digits that identify it, as Java does. */
    void putDouble(double number, Utf8Buffer out) {
        if (Double.isFinite(number)) {
            digits.setLength(0);
            out.putAscii(digits.append(number));
        } else {
            format.putNotFinite(number, out);
        }
    }

    /** Writes a number like {@link #putDouble}. A float needs fewer digits. */
    void putFloat(float number, Utf8Buffer out) {
        if (Float.isFinite(number)) {
            digits.setLength(0);
            out.putAscii(digits.append(number));
        } else {
            format.putNotFinite(number, out);
        }
    }

    void putTimestamp(long epochSecond, int nanos, Utf8Buffer out) {
        format.putQuote(out);
        times.putTimestamp(epochSecond, nanos, out);
        format.putQuote(out);
    }

    void putDate(long epochMillis, Utf8Buffer out) {
        format.putQuote(out);
        times.putDate(epochMillis, out);
        format.putQuote(out);
    }

    void putTime(long epochMillis, Utf8Buffer out) {
        format.putQuote(out);
        times.putTime(epochMillis, out);
        format.putQuote(out);
    }

    private void put(LocalDateTime time, Utf8Buffer out) {
        format.putQuote(out);
        LocalTimes.put(time.toLocalDate(), out);
        out.put('T');
        LocalTimes.put(time.toLocalTime(), out);
        format.putQuote(out);
    }

    private void put(OffsetDateTime time, Utf8Buffer out) {
        format.putQuote(out);
        out.putAscii(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time)); // toString() leaves out zero seconds
        format.putQuote(out);
    }

    private void put(Blob blob, Utf8Buffer out) {
        try {
            int length = Math.toIntExact(blob.length());
            byte[] bytes = length == 0 ? new byte[0] : blob.getBytes(1, length); // an empty blob has no position 1
            format.putBase64(bytes, length, out);
        } catch (SQLException e) {
            throw new IllegalStateException("The driver cannot read a blob: " + e.getMessage(), e);
        }
    }

    private void put(Clob clob, Utf8Buffer out) {
        try {
            int length = Math.toIntExact(clob.length());
            format.putText(length == 0 ? "" : clob.getSubString(1, length), out);
        } catch (SQLException e) {
            throw new IllegalStateException("The driver cannot read a text: " + e.getMessage(), e);
        }
    }
}
