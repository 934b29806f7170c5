package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.types.ImageDecoder.LongAt;

/** Numbers of all types, whatever class the model reads them as. */
final class NumberDecoders {
    private static final Pattern DECIMALS = Pattern.compile("\\(\\d+,(\\d+)\\)");

    private final Column column;
    private final Class<?> databaseClass;
    private final boolean isDirect;
    private final ServerValues server;

    /** @param sample a builder as those are to which values will be appended */
    NumberDecoders(Column column, Class<?> databaseClass, ColumnBuilder sample, ServerValues server) {
        this.column = column;
        this.databaseClass = databaseClass;
        this.isDirect = sample instanceof KeyColumnBuilder keys && keys.isDirect();
        this.server = server;
    }

    ImageDecoder whole() {
        LongAt number = number();
        String type = switch (column.type()) {
            case TINY -> "TINYINT";
            case SHORT -> "SMALLINT";
            case INT24 -> "MEDIUMINT";
            case LONG -> "INT";
            default -> "BIGINT";
        };
        boolean isHuge = column.unsigned() && column.bytes() == Long.BYTES;
        ImageDecoder asked = new Asked(
                type + (column.unsigned() ? " UNSIGNED" : ""),
                (event, start) -> isHuge
                        ? Long.toUnsignedString(number.read(event, start))
                        : Long.toString(number.read(event, start)),
                databaseClass,
                server);
        if (databaseClass == Boolean.class && column.bytes() == 1) {
            return new Few(
                    (event, start) -> event[start] & 0xFF,
                    n -> server.value(
                            "TINYINT" + (column.unsigned() ? " UNSIGNED" : ""),
                            Integer.toString(column.unsigned() ? n : (byte) n),
                            Boolean.class));
        }
        return whole(number, isHuge, asked);
    }

    /** @param isHuge whether negative ones stand for those from 2^63 on */
    private ImageDecoder whole(LongAt number, boolean isHuge, ImageDecoder others) {
        Range range = Range.of(databaseClass, isHuge);
        if (range == null) {
            return others;
        }
        if (isDirect && databaseClass != BigDecimal.class) {
            long offset = databaseClass == BigInteger.class ? Long.MIN_VALUE : 0;
            return (event, start, target) -> {
                long n = number.read(event, start);
                return range.holds(n)
                        ? ImageDecoder.appendKey(target, n + offset)
                        : others.append(event, start, target);
            };
        }
        return (event, start, target) -> {
            long n = number.read(event, start);
            return range.holds(n) ? target.append(range.box.apply(n)) : others.append(event, start, target);
        };
    }

    /** The numbers that a class holds, and how. */
    private record Range(long min, long max, LongFunction<Object> box) {
        static @Nullable Range of(Class<?> databaseClass, boolean isHuge) {
            long least = isHuge ? 0 : Long.MIN_VALUE;
            if (databaseClass == Byte.class) {
                return new Range(Math.max(least, Byte.MIN_VALUE), Byte.MAX_VALUE, n -> (byte) n);
            }
            if (databaseClass == Short.class) {
                return new Range(Math.max(least, Short.MIN_VALUE), Short.MAX_VALUE, n -> (short) n);
            }
            if (databaseClass == Integer.class) {
                return new Range(Math.max(least, Integer.MIN_VALUE), Integer.MAX_VALUE, n -> (int) n);
            }
            if (databaseClass == Long.class) {
                return new Range(least, Long.MAX_VALUE, n -> n);
            }
            if (databaseClass == BigInteger.class) {
                return isHuge
                        ? new Range(Long.MIN_VALUE, Long.MAX_VALUE, n -> new BigInteger(Long.toUnsignedString(n)))
                        : new Range(0, Long.MAX_VALUE, BigInteger::valueOf);
            }
            return databaseClass == BigDecimal.class ? new Range(least, Long.MAX_VALUE, BigDecimal::valueOf) : null;
        }

        boolean holds(long n) {
            return n >= min && n <= max;
        }
    }

    private LongAt number() {
        return switch (column.type()) {
            case TINY -> column.unsigned() ? (event, start) -> event[start] & 0xFF : (event, start) -> event[start];
            case SHORT ->
                column.unsigned()
                        ? (event, start) -> EventBytes.littleEndian(event, start, 2)
                        : (event, start) -> (short) EventBytes.littleEndian(event, start, 2);
            case INT24 ->
                column.unsigned()
                        ? (event, start) -> EventBytes.littleEndian(event, start, 3)
                        : (event, start) -> (int) EventBytes.littleEndian(event, start, 3) << 8 >> 8;
            case LONG ->
                column.unsigned()
                        ? (event, start) -> EventBytes.littleEndian(event, start, 4)
                        : (event, start) -> (int) EventBytes.littleEndian(event, start, 4);
            default -> (event, start) -> EventBytes.littleEndian(event, start, 8);
        };
    }

    ImageDecoder year() {
        LongAt year = (event, start) -> event[start] == 0 ? 0 : 1900 + (event[start] & 0xFF);
        ImageDecoder asked = new Few(
                (event, start) -> event[start] & 0xFF,
                n -> server.value("YEAR", n == 0 ? "0000" : Integer.toString(1900 + n), databaseClass));
        return whole(year, false, asked);
    }

    /** Bits are read as a number, of which the highest of 64 is the sign, or as the bytes that they are. */
    ImageDecoder bits() {
        int bytes = column.bytes();
        LongAt number = (event, start) -> EventBytes.bigEndian(event, start, bytes);
        if (databaseClass == Boolean.class) {
            return (event, start, target) -> {
                long n = number.read(event, start);
                return target.append(n == -1 || n > 0);
            };
        }
        if (databaseClass == Object.class && column.length() == 1) { // drivers make a Boolean of it
            return (event, start, target) -> target.append(event[start] != 0);
        }
        if (databaseClass == byte[].class || databaseClass == Object.class) {
            return (event, start, target) -> target.append(Arrays.copyOfRange(event, start, start + bytes));
        }
        if (databaseClass == Long.class) {
            return whole(number, false, (_, _, _) -> false);
        }
        // drivers take as many bits as the class has, sign included
        int most = databaseClass == Byte.class ? 8 : databaseClass == Short.class ? 16 : 32;
        LongAt narrowed = (event, start) -> {
            long n = number.read(event, start);
            if (n >> most != 0) {
                throw new IllegalArgumentException(
                        "Value '" + n + "' is outside of valid range for type " + databaseClass.getName());
            }
            return n << Long.SIZE - most >> Long.SIZE - most;
        };
        return whole(narrowed, false, (_, _, _) -> false);
    }

    ImageDecoder decimal() {
        Decimals decimals = new Decimals(column.length(), column.scale());
        boolean fitsLong = column.length() <= Decimals.MAX_LONG;
        if (databaseClass == BigDecimal.class) {
            return isDirect && fitsLong
                    ? (event, start, target) -> ImageDecoder.appendKey(target, decimals.unscaled(event, start))
                    : (event, start, target) -> target.append(decimals.value(event, start));
        }
        if (databaseClass == BigInteger.class) {
            return (event, start, target) ->
                    target.append(decimals.value(event, start).toBigInteger());
        }
        ImageDecoder asked = new Asked(
                "DECIMAL(" + column.length() + ", " + column.scale() + ")",
                (event, start) -> decimals.value(event, start).toPlainString(),
                databaseClass,
                server);
        return fitsLong && column.scale() == 0 ? whole(decimals::unscaled, false, asked) : asked;
    }

    /** FLOAT and DOUBLE. */
    ImageDecoder floating(DatabaseColumn found) throws LoadException {
        DoubleAt number = column.bytes() == Float.BYTES ? single(found) : twice(found);
        if (databaseClass == Double.class) {
            return isDirect
                    ? (event, start, target) -> {
                        ((KeyColumnBuilder) target).appendDouble(number.read(event, start));
                        return true;
                    }
                    : (event, start, target) -> target.append(number.read(event, start));
        }
        ImageDecoder asked = new Asked(
                "DOUBLE", (event, start) -> Double.toString(number.read(event, start)), databaseClass, server);
        return (event, start, target) -> {
            double value = number.read(event, start);
            if (Math.abs(value) > Float.MAX_VALUE) {
                return asked.append(event, start, target);
            }
            if (isDirect) {
                ((KeyColumnBuilder) target).appendFloat((float) value);
                return true;
            }
            return target.append((float) value);
        };
    }

    private interface DoubleAt {
        double read(byte[] event, int start);
    }

    /** What is read of a FLOAT's text, where it arrives as text. */
    private DoubleAt single(DatabaseColumn found) throws LoadException {
        int scale = scale(found);
        if (!server.isFloatText()) {
            return (event, start) -> Float.intBitsToFloat((int) EventBytes.littleEndian(event, start, 4));
        }
        return scale < 0
                ? (event, start) ->
                        Floats.sixDigits(Float.intBitsToFloat((int) EventBytes.littleEndian(event, start, 4)))
                : (event, start) ->
                        Floats.decimals(Float.intBitsToFloat((int) EventBytes.littleEndian(event, start, 4)), scale);
    }

    private DoubleAt twice(DatabaseColumn found) throws LoadException {
        int scale = scale(found);
        DoubleAt number = (event, start) -> Double.longBitsToDouble(EventBytes.littleEndian(event, start, 8));
        return scale < 0 || !server.isFloatText()
                ? number
                : (event, start) -> Floats.decimals(number.read(event, start), scale);
    }

    /** The declared decimals, as of FLOAT(7, 4); −1 if there are none. */
    private static int scale(DatabaseColumn found) {
        Matcher decimals = DECIMALS.matcher(found.columnType().replace(" ", ""));
        return decimals.find() ? Integer.parseInt(decimals.group(1)) : -1;
    }
}
