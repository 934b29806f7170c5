package org.speedwell.accelerator.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.EventBytes;
import org.speedwell.accelerator.binlog.ImageType;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import org.speedwell.accelerator.builder.KeyColumnBuilder;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.database.LoadException;

/** The numeric types of {@link ColumnType}: TINYINT to BIGINT, BIT, FLOAT, DOUBLE and DECIMAL. */
final class NumberTypes {

    private NumberTypes() {}

    /** Returns the decoder of TINYINT to BIGINT, which the binlog writes in little-endian order. */
    static ImageDecoder wholeNumber(ImageColumn in) throws LoadException {
        int bytes = in.column().bytes();
        boolean isUnsigned = in.column().unsigned();
        if (in.databaseClass() == Boolean.class && bytes == 1) {
            String type = "TINYINT" + (isUnsigned ? " UNSIGNED" : "");
            return new SmallDomainDecoder(
                    (event, start) -> event[start] & 0xFF,
                    n -> in.driver().value(type, Integer.toString(isUnsigned ? n : (byte) n), Boolean.class));
        }
        int free = Long.SIZE - Byte.SIZE * bytes;
        ImageDecoder.LongAt number = isUnsigned
                ? (event, start) -> EventBytes.littleEndian(event, start, bytes)
                : (event, start) -> EventBytes.littleEndian(event, start, bytes) << free >> free;
        NumberRange range = NumberRange.of(in.databaseClass())
                .orElseThrow(() -> new LoadException(
                        "Numbers of " + bytes + " bytes are not read as " + in.databaseClass() + "."));
        return range.decoder(
                number,
                isUnsigned && bytes == Long.BYTES,
                in.acceptsKeys(),
                in.driver().truncatesBits());
    }

    static Optional<TextDecoder> wholeNumberText(TextColumn in) {
        return in.acceptsKeys()
                ? NumberRange.of(in.databaseClass()).flatMap(range -> range.textDecoder(in.keys()))
                : Optional.empty();
    }

    static @Nullable String wholeNumberDifference(ImageType image, int bytes, DatabaseColumn loaded, Column now) {
        boolean isWhole = switch (now.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> true;
            default -> false;
        };
        if (!isWhole || now.bytes() < bytes) {
            return Declaration.difference(now, image);
        }
        return now.unsigned() == Declaration.isUnsigned(loaded.columnType())
                ? null
                : "it is " + (now.unsigned() ? "" : "not ") + "UNSIGNED";
    }

    /** Returns the decoder of BIT. The value is a number, whose 64th bit is the sign, or bytes. */
    static ImageDecoder bit(ImageColumn in) throws LoadException {
        int bytes = in.column().bytes();
        Class<?> databaseClass = in.databaseClass();
        ImageDecoder.LongAt number = (event, start) -> EventBytes.bigEndian(event, start, bytes);
        if (databaseClass == Boolean.class) {
            return (event, start, target) -> {
                long n = number.read(event, start);
                return target.append(n == -1 || n > 0);
            };
        }
        if (databaseClass == Object.class && in.column().length() == 1) { // drivers return a Boolean
            return (event, start, target) -> target.append(event[start] != 0);
        }
        if (databaseClass == byte[].class || databaseClass == Object.class) {
            return (event, start, target) -> target.append(Arrays.copyOfRange(event, start, start + bytes));
        }
        // Drivers take as many bits as the class has, including the sign.
        NumberRange range = NumberRange.of(databaseClass).orElseThrow();
        int bits = Long.SIZE - Long.numberOfLeadingZeros(range.max()) + 1;
        boolean truncatesBits = in.driver().truncatesBits();
        ImageDecoder.LongAt narrowed = (event, start) -> {
            long n = number.read(event, start);
            if (!truncatesBits && bits < Long.SIZE && n >> bits != 0) {
                throw range.outOfRange(Long.toString(n));
            }
            return n << Long.SIZE - bits >> Long.SIZE - bits;
        };
        return range.decoder(narrowed, false, in.acceptsKeys(), false);
    }

    static @Nullable String bitDifference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        String type = Declaration.difference(now, ImageType.BIT);
        return type == null && now.length() != Declaration.size(loaded.columnType(), 1)
                ? "it has " + now.length() + " bits"
                : type;
    }

    /** A number in the bytes of an event. */
    private interface DoubleAt {
        double read(byte[] event, int start);
    }

    /**
     * Returns the decoder of FLOAT and DOUBLE. If the driver receives values as text, the decoder returns the digits of
     * that text.
     */
    static ImageDecoder floating(ImageColumn in) throws LoadException {
        DoubleAt number = floatingNumber(in);
        boolean acceptsKeys = in.acceptsKeys();
        if (in.databaseClass() == Double.class) {
            return (event, start, target) -> {
                double value = number.read(event, start);
                if (acceptsKeys) {
                    ((KeyColumnBuilder) target).appendDouble(value);
                    return true;
                }
                return target.append(value);
            };
        }
        ImageDecoder byDriver = in.byDriver("DOUBLE", (event, start) -> Double.toString(number.read(event, start)));
        return (event, start, target) -> {
            double value = number.read(event, start);
            if (Math.abs(value) > Float.MAX_VALUE) {
                return byDriver.append(event, start, target);
            }
            if (acceptsKeys) {
                ((KeyColumnBuilder) target).appendFloat((float) value);
                return true;
            }
            return target.append((float) value);
        };
    }

    private static DoubleAt floatingNumber(ImageColumn in) throws LoadException {
        int scale = Declaration.decimals(in.found().columnType());
        boolean isText = in.driver().isFloatText();
        boolean isFloat = in.column().bytes() == Float.BYTES;
        DoubleAt number = isFloat
                ? (event, start) -> Float.intBitsToFloat((int) EventBytes.littleEndian(event, start, 4))
                : (event, start) -> Double.longBitsToDouble(EventBytes.littleEndian(event, start, 8));
        if (isText && scale >= 0) {
            return (event, start) -> FloatText.decimals(number.read(event, start), scale);
        }
        return isText && isFloat ? (event, start) -> FloatText.sixDigits((float) number.read(event, start)) : number;
    }

    /**
     * Returns the decoder of DECIMAL. If the class of the values is not a decimal or BigInteger, the driver converts
     * them, except whole numbers in the range of the class.
     */
    static ImageDecoder decimal(ImageColumn in) {
        int precision = in.column().length();
        int scale = in.column().scale();
        PackedDecimal decimals = new PackedDecimal(precision, scale);
        boolean fitsLong = precision <= PackedDecimal.MAX_LONG;
        if (in.databaseClass() == BigDecimal.class) {
            return in.acceptsKeys() && fitsLong
                    ? (event, start, target) -> ImageDecoder.appendKey(target, decimals.unscaled(event, start))
                    : (event, start, target) -> target.append(decimals.value(event, start));
        }
        if (in.databaseClass() == BigInteger.class) {
            return (event, start, target) ->
                    target.append(decimals.value(event, start).toBigInteger());
        }
        ImageDecoder byDriver = in.byDriver(
                "DECIMAL(" + precision + ", " + scale + ")",
                (event, start) -> decimals.value(event, start).toPlainString());
        NumberRange range = NumberRange.of(in.databaseClass()).orElse(null);
        if (range == null || !fitsLong || scale > 0) {
            return byDriver;
        }
        ImageDecoder inRange = range.decoder(decimals::unscaled, false, in.acceptsKeys(), false);
        return (event, start, target) ->
                (range.holds(decimals.unscaled(event, start)) ? inRange : byDriver).append(event, start, target);
    }

    static Optional<TextDecoder> decimalText(TextColumn in) {
        int scale = in.found().scale();
        if (in.acceptsKeys() && in.databaseClass() == BigDecimal.class) {
            return Optional.of(new TextDecoder.Decimal(in.keys(), scale));
        }
        return scale == 0 ? wholeNumberText(in) : Optional.empty();
    }

    static @Nullable String decimalDifference(DatabaseColumn loaded, Column now, DriverConversions driver) {
        if (now.type() != ImageType.NEWDECIMAL) {
            return Declaration.difference(now, ImageType.NEWDECIMAL);
        }
        // Decimals with more digits have another form in memory.
        boolean isWider = now.length() >= loaded.precision()
                && (now.length() > PackedDecimal.MAX_LONG) == (loaded.precision() > PackedDecimal.MAX_LONG);
        return isWider && now.scale() == loaded.scale() && now.unsigned() == Declaration.isUnsigned(loaded.columnType())
                ? null
                : "it is a DECIMAL(" + now.length() + ", " + now.scale() + ")" + (now.unsigned() ? " UNSIGNED" : "");
    }
}
