package org.speedwell.accelerator.debezium;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A writer of MySQL's binary form of JSON, with offsets of four bytes. The order of members stays, because Debezium
 * reads them in the order of the server.
 *
 * <p>Debezium writes each number as text, without its type. Numbers without a decimal point that fit 64 bits become
 * integers, and all others doubles.
 */
final class BinaryJson {
    private static final int OBJECT = 1;
    private static final int ARRAY = 3;
    private static final int LITERAL = 4;
    private static final int INT64 = 9;
    private static final int UINT64 = 10;
    private static final int DOUBLE = 11;
    private static final int STRING = 12;

    private static final int OFFSET = 4;
    private static final int KEY_ENTRY = OFFSET + 2;
    private static final int VALUE_ENTRY = 1 + OFFSET;
    private static final int MAX_KEY = 0xFFFF;
    private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE);

    private BinaryJson() {}

    /** Returns the binary form of a document. */
    static byte[] of(JsonNode document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(type(document));
        out.writeBytes(value(document));
        return out.toByteArray();
    }

    private static int type(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> OBJECT;
            case ARRAY -> ARRAY;
            case NUMBER -> numberType(node);
            case STRING -> STRING;
            case BOOLEAN, NULL -> LITERAL;
            case BINARY, MISSING, POJO -> throw new IllegalArgumentException("no JSON value: " + node);
        };
    }

    private static int numberType(JsonNode number) {
        BigInteger whole = whole(number);
        if (whole == null) {
            return DOUBLE;
        }
        return whole.bitLength() < Long.SIZE ? INT64 : UINT64;
    }

    /** Returns a number that MySQL stores as an integer; null if it stores a double. */
    private static @Nullable BigInteger whole(JsonNode number) {
        if (!number.isIntegralNumber()) {
            return null;
        }
        BigInteger whole = number.bigIntegerValue();
        return whole.bitLength() < Long.SIZE || whole.signum() > 0 && whole.compareTo(UNSIGNED_LIMIT) < 0
                ? whole
                : null;
    }

    private static byte[] value(JsonNode node) {
        return switch (type(node)) {
            case OBJECT -> members(node, true);
            case ARRAY -> members(node, false);
            case LITERAL -> new byte[] {(byte) (node.isNull() ? 0 : node.booleanValue() ? 1 : 2)};
            case INT64, UINT64 -> number(node.bigIntegerValue().longValue(), Long.BYTES);
            case DOUBLE -> number(Double.doubleToLongBits(node.doubleValue()), Long.BYTES);
            default -> string(node.stringValue());
        };
    }

    private static byte[] members(JsonNode node, boolean isObject) {
        List<byte[]> keys = new ArrayList<>();
        List<JsonNode> values = new ArrayList<>();
        if (isObject) {
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                keys.add(key(member.getKey()));
                values.add(member.getValue());
            }
        } else {
            node.forEach(values::add);
        }
        ByteArrayOutputStream entries = new ByteArrayOutputStream();
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        int header = 2 * OFFSET + keys.size() * KEY_ENTRY + values.size() * VALUE_ENTRY;
        for (byte[] key : keys) {
            entries.writeBytes(number(header + contents.size(), OFFSET));
            entries.writeBytes(number(key.length, 2));
            contents.writeBytes(key);
        }
        for (JsonNode value : values) {
            int type = type(value);
            entries.write(type);
            if (type == LITERAL) {
                entries.writeBytes(number(value(value)[0], OFFSET));
            } else {
                entries.writeBytes(number(header + contents.size(), OFFSET));
                contents.writeBytes(value(value));
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(number(values.size(), OFFSET));
        out.writeBytes(number(header + contents.size(), OFFSET));
        out.writeBytes(entries.toByteArray());
        out.writeBytes(contents.toByteArray());
        return out.toByteArray();
    }

    private static byte[] key(String name) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        if (key.length > MAX_KEY) {
            throw new IllegalArgumentException("a key of a JSON object has " + key.length + " bytes");
        }
        return key;
    }

    /** Returns a text after its length, of which each byte has seven bits. */
    private static byte[] string(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int left = bytes.length;
        for (; left > 0x7F; left >>= 7) {
            out.write(left & 0x7F | 0x80);
        }
        out.write(left);
        out.writeBytes(bytes);
        return out.toByteArray();
    }

    private static byte[] number(long value, int bytes) {
        byte[] number = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            number[i] = (byte) (value >> 8 * i);
        }
        return number;
    }
}
