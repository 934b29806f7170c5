package org.speedwell.accelerator.types;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.speedwell.accelerator.binlog.EventBytes;

/**
 * A converter of MySQL's binary form of a JSON document to the text that MySQL writes, in UTF-8. For one document and
 * one thread.
 */
final class JsonText {
    private static final int SMALL_OBJECT = 0;
    private static final int LARGE_OBJECT = 1;
    private static final int SMALL_ARRAY = 2;
    private static final int LARGE_ARRAY = 3;
    private static final int LITERAL = 4;
    private static final int INT16 = 5;
    private static final int UINT16 = 6;
    private static final int INT32 = 7;
    private static final int UINT32 = 8;
    private static final int INT64 = 9;
    private static final int UINT64 = 10;
    private static final int DOUBLE = 11;
    private static final int STRING = 12;
    private static final int OPAQUE = 15;

    /** The codes of column types in opaque values. */
    private static final int DATE = 10;

    private static final int TIME = 11;
    private static final int DATETIME = 12;
    private static final int TIMESTAMP = 7;
    private static final int DECIMAL = 246;
    private static final int VAR_STRING = 253;

    /** The length of a line of base64. */
    private static final int LINE = 76;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] event;
    private final int end;
    private final ByteArrayOutputStream out;

    private JsonText(byte[] event, int end) {
        this.event = event;
        this.end = end;
        this.out = new ByteArrayOutputStream(end);
    }

    /**
     * Returns the text of the document in these bytes.
     *
     * @throws IllegalArgumentException if the bytes are not a JSON document
     */
    static byte[] of(byte[] event, int from, int to) {
        if (from == to) {
            return "null".getBytes(StandardCharsets.US_ASCII); // the server converts an empty document to null
        }
        JsonText text = new JsonText(Arrays.copyOfRange(event, from, to), to - from);
        try {
            text.value(text.event[0], 1);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a truncated JSON document", e);
        }
        return text.out.toByteArray();
    }

    private void value(int type, int at) {
        switch (type) {
            case SMALL_OBJECT -> members(at, 2, true);
            case LARGE_OBJECT -> members(at, 4, true);
            case SMALL_ARRAY -> members(at, 2, false);
            case LARGE_ARRAY -> members(at, 4, false);
            case LITERAL -> literal(event[at]);
            case INT16 -> ascii(Integer.toString((short) number(at, 2)));
            case UINT16 -> ascii(Long.toString(number(at, 2)));
            case INT32 -> ascii(Integer.toString((int) number(at, 4)));
            case UINT32 -> ascii(Long.toString(number(at, 4)));
            case INT64 -> ascii(Long.toString(number(at, 8)));
            case UINT64 -> ascii(Long.toUnsignedString(number(at, 8)));
            case DOUBLE -> ascii(text(Double.longBitsToDouble(number(at, 8))));
            case STRING -> string(at);
            case OPAQUE -> opaque(event[at] & 0xFF, at + 1);
            default -> throw new IllegalArgumentException("a JSON document with a value of unknown type " + type);
        }
    }

    private void literal(int number) {
        ascii(
                switch (number) {
                    case 0 -> "null";
                    case 1 -> "true";
                    case 2 -> "false";
                    default -> throw new IllegalArgumentException("a JSON document with an unknown literal " + number);
                });
    }

    /**
     * Writes the members of an object or array. Each count and each offset has a width of {@code bytes}. Offsets start
     * at the first byte of the value.
     */
    private void members(int at, int bytes, boolean isObject) {
        int count = (int) number(at, bytes);
        int keys = at + 2 * bytes;
        int values = isObject ? keys + count * (bytes + 2) : keys;
        out.write(isObject ? '{' : '[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                ascii(", ");
            }
            if (isObject) {
                int key = keys + i * (bytes + 2);
                quoted(at + (int) number(key, bytes), (int) number(key + bytes, 2));
                ascii(": ");
            }
            int entry = values + i * (bytes + 1);
            int type = event[entry];
            value(type, isInlined(type, bytes) ? entry + 1 : at + (int) number(entry + 1, bytes));
        }
        out.write(isObject ? '}' : ']');
    }

    private static boolean isInlined(int type, int bytes) {
        return switch (type) {
            case LITERAL, INT16, UINT16 -> true;
            case INT32, UINT32 -> bytes == 4;
            default -> false;
        };
    }

    private void string(int at) {
        int start = afterLength(at);
        quoted(start, length(at));
    }

    /** Returns a length of seven bits a byte, the lowest bits first. The last byte is below 128. */
    private int length(int at) {
        long length = 0;
        for (int i = 0; i < 5; i++) {
            length |= (event[at + i] & 0x7FL) << 7 * i;
            if (event[at + i] >= 0) {
                return Math.toIntExact(length);
            }
        }
        throw new IllegalArgumentException("a JSON document with an invalid length");
    }

    private int afterLength(int at) {
        int after = at;
        while (event[after] < 0) {
            after++;
        }
        return after + 1;
    }

    private void opaque(int type, int at) {
        int from = afterLength(at);
        int length = length(at);
        switch (type) {
            case DECIMAL ->
                ascii(new PackedDecimal(event[from] & 0xFF, event[from + 1] & 0xFF)
                        .value(event, from + 2)
                        .toPlainString());
            case DATE ->
                quoted(PackedTime.dateTimeText(packed(from) >> 24 & 0x7F_FFFF_FFFFL, 0, 0)
                        .substring(0, 10));
            case DATETIME, TIMESTAMP -> {
                long packed = packed(from);
                quoted(PackedTime.dateTimeText(packed >> 24 & 0x7F_FFFF_FFFFL, packed & 0xFF_FFFF, 6));
            }
            case TIME -> quoted(timeText(packed(from)));
            case VAR_STRING -> quoted(from, length);
            default -> quoted("base64:type" + type + ":" + base64(from, length));
        }
    }

    private long packed(int at) {
        return number(at, 8);
    }

    private static String timeText(long packed) {
        long size = Math.abs(packed);
        long clock = size >> 24;
        long seconds = ((clock >> 12 & 0x3FF) * 60 + (clock >> 6 & 0x3F)) * 60 + (clock & 0x3F);
        String text = PackedTime.timeText(seconds * PackedTime.MICROS_OF_SECOND + (size & 0xFF_FFFF), 6);
        return packed < 0 ? "-" + text : text;
    }

    private String base64(int from, int length) {
        byte[] bytes = Arrays.copyOfRange(event, from, from + length);
        return Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
    }

    /**
     * Returns a double in the server's form: the fewest digits that distinguish it from other doubles, with a decimal
     * point or an exponent.
     */
    static String text(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal shortest = shortest(Math.abs(value));
        String digits = shortest.unscaledValue().toString();
        int point = digits.length() - shortest.scale(); // the number of digits before the point
        String text;
        if (point < -14 || point > 15) {
            text = digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "") + "e" + (point - 1);
        } else {
            text = shortest.toPlainString();
            text = text.contains(".") ? text : text + ".0";
        }
        return value < 0 ? "-" + text : text;
    }

    private static BigDecimal shortest(double value) {
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (shortest.precision() == 2) { // Java prefers the nearest two digits, though one may suffice
            BigDecimal one = shortest.round(new MathContext(1)).stripTrailingZeros();
            if (one.doubleValue() == value) {
                return one;
            }
        }
        return shortest;
    }

    private void quoted(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write('"');
        for (byte unit : bytes) {
            escaped(unit);
        }
        out.write('"');
    }

    private void quoted(int from, int length) {
        if (from < 0 || length > end - from) {
            throw new IllegalArgumentException("a truncated JSON document");
        }
        out.write('"');
        for (int i = from; i < from + length; i++) {
            escaped(event[i]);
        }
        out.write('"');
    }

    private void escaped(byte unit) {
        switch (unit) {
            case '"' -> ascii("\\\"");
            case '\\' -> ascii("\\\\");
            case '\b' -> ascii("\\b");
            case '\f' -> ascii("\\f");
            case '\n' -> ascii("\\n");
            case '\r' -> ascii("\\r");
            case '\t' -> ascii("\\t");
            default -> {
                if (unit >= 0 && unit < ' ') {
                    ascii("\\u00");
                    out.write(HEX[unit >> 4]);
                    out.write(HEX[unit & 0xF]);
                } else {
                    out.write(unit);
                }
            }
        }
    }

    private void ascii(String text) {
        for (int i = 0; i < text.length(); i++) {
            out.write(text.charAt(i));
        }
    }

    private long number(int at, int bytes) {
        return EventBytes.littleEndian(event, at, bytes);
    }
}
