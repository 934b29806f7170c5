package org.speedwell.accelerator.types;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.database.LoadException;

/**
 * A writer of row images, the inverse of {@link ImageReader}. Changes that reach a follower on another way than the
 * binlog become row images, so that one engine applies all changes. For one thread.
 *
 * <p>The value of a column has the class of its type, or is null:
 *
 * <ul>
 * <li>{@link Long} for whole numbers and YEAR; unsigned numbers of 64 bits as their bits
 * <li>{@link Double} for FLOAT and DOUBLE, {@link BigDecimal} for DECIMAL
 * <li>{@link LocalDate} for DATE; for TIME the microseconds; for DATETIME the local microseconds since 1970; for
 * TIMESTAMP the microseconds since the epoch, all as {@link Long}
 * <li>{@link String} for texts, ENUM and SET
 * <li>{@code byte[]} for other types: bytes, the bits of BIT from the highest on, the binary form of JSON, a geometry
 * after its SRID
 * </ul>
 */
public final class ImageWriter {
    private final RowFormat format;
    private final List<Appender> appenders;

    /** A writer of the values of one column, which are not null. */
    private interface Appender {
        void append(Object value, ByteArrayOutputStream out) throws SQLException, LoadException;
    }

    /** Creates a writer of rows of a format. */
    public ImageWriter(RowFormat format, DriverConversions server) throws LoadException {
        this.format = format;
        Appender[] made = new Appender[format.columns()];
        for (int i = 0; i < made.length; i++) {
            made[i] = appender(format.column(i), server);
        }
        this.appenders = List.of(made);
    }

    /**
     * Appends an image.
     *
     * @param values the values of all columns, in the order of the format
     * @throws IllegalArgumentException if a value does not fit its column; the message names the column
     */
    public void append(@Nullable Object[] values, ByteArrayOutputStream out) throws LoadException {
        byte[] nulls = new byte[(values.length + 7) / 8];
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                nulls[i >> 3] |= (byte) (1 << (i & 7));
            }
        }
        out.writeBytes(nulls);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value != null) {
                append(i, value, out);
            }
        }
    }

    private void append(int column, Object value, ByteArrayOutputStream out) throws LoadException {
        try {
            appenders.get(column).append(value, out);
        } catch (SQLException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "A value of column " + format.name(column) + " of table " + format.schema() + "." + format.table()
                            + " does not fit the column: " + e.getMessage(),
                    e);
        }
    }

    private static Appender appender(Column column, DriverConversions server) throws LoadException {
        int bytes = column.bytes();
        int digits = column.scale();
        return switch (column.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG ->
                (value, out) -> littleEndian(requireFits((Long) value, column), bytes, out);
            case YEAR -> (value, out) -> out.write(year((Long) value));
            case FLOAT -> (value, out) -> littleEndian(Float.floatToIntBits(((Double) value).floatValue()), bytes, out);
            case DOUBLE -> (value, out) -> littleEndian(Double.doubleToLongBits((Double) value), bytes, out);
            case NEWDECIMAL -> {
                PackedDecimal decimal = new PackedDecimal(column.length(), column.scale());
                yield (value, out) -> out.writeBytes(decimal.bytes((BigDecimal) value));
            }
            case DATE -> (value, out) -> littleEndian(PackedTime.packed((LocalDate) value), bytes, out);
            case TIME2 -> (value, out) -> PackedTime.appendTime((Long) value, digits, out);
            case DATETIME2 -> (value, out) -> PackedTime.appendDateTime((Long) value, digits, out);
            case TIMESTAMP2 -> (value, out) -> PackedTime.appendTimestamp((Long) value, digits, out);
            case BIT -> (value, out) -> out.writeBytes(requireLength((byte[]) value, bytes));
            case VARCHAR, VAR_STRING, STRING, BLOB -> {
                CharacterSet characters = server.characterSet(column.collation());
                yield column.collation() == RowFormat.BINARY
                        ? (value, out) -> prefixed((byte[]) value, -bytes, out)
                        : (value, out) -> prefixed(characters.bytes((String) value), -bytes, out);
            }
            case JSON, GEOMETRY, VECTOR -> (value, out) -> prefixed((byte[]) value, -bytes, out);
            case ENUM -> {
                Map<String, Integer> labels = labels(column, server);
                yield (value, out) -> littleEndian(label(labels, (String) value), bytes, out);
            }
            case SET -> {
                Map<String, Integer> labels = labels(column, server);
                yield (value, out) -> littleEndian(bits(labels, (String) value), bytes, out);
            }
            case TIMESTAMP, TIME, DATETIME, BLOB_COMPRESSED, VARCHAR_COMPRESSED ->
                throw new IllegalArgumentException("No images of type " + column.type() + " are written.");
        };
    }

    private static long requireFits(long value, Column column) {
        int bits = Byte.SIZE * column.bytes();
        boolean fits = bits == Long.SIZE
                || (column.unsigned()
                        ? value >= 0 && value < 1L << bits
                        : value >= -1L << bits - 1 && value < 1L << bits - 1);
        if (!fits) {
            throw new IllegalArgumentException(value + " is out of range");
        }
        return value;
    }

    private static byte[] requireLength(byte[] value, int bytes) {
        if (value.length != bytes) {
            throw new IllegalArgumentException("it has " + value.length + " bytes instead of " + bytes);
        }
        return value;
    }

    private static int year(long year) {
        if (year != 0 && (year < 1901 || year > 2155)) {
            throw new IllegalArgumentException(year + " is not a YEAR");
        }
        return year == 0 ? 0 : (int) year - 1900;
    }

    static void littleEndian(long value, int bytes, ByteArrayOutputStream out) {
        for (int i = 0; i < bytes; i++) {
            out.write((int) (value >> 8 * i));
        }
    }

    private static void prefixed(byte[] value, int prefix, ByteArrayOutputStream out) {
        if (prefix < Integer.BYTES && value.length >= 1L << Byte.SIZE * prefix) {
            throw new IllegalArgumentException("it has " + value.length + " bytes");
        }
        littleEndian(value.length, prefix, out);
        out.writeBytes(value);
    }

    /** Returns the numbers of labels, from 1 on. */
    private static Map<String, Integer> labels(Column column, DriverConversions server) throws LoadException {
        CharacterSet characters = server.characterSet(column.collation());
        Map<String, Integer> labels = new HashMap<>();
        for (byte[] label : column.labels()) {
            labels.put(server.utf8(characters, label), labels.size() + 1);
        }
        return labels;
    }

    private static int label(Map<String, Integer> labels, String text) {
        Integer number = text.isEmpty() ? labels.getOrDefault(text, 0) : labels.get(text);
        if (number == null) {
            throw new IllegalArgumentException("it has no label " + text);
        }
        return number;
    }

    private static long bits(Map<String, Integer> labels, String text) {
        long bits = 0;
        for (String label : text.isEmpty() ? new String[0] : text.split(",")) {
            bits |= 1L << label(labels, label) - 1;
        }
        return bits;
    }
}
