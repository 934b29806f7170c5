package org.speedwell.accelerator.debezium;

import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonBinary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The JSON that Debezium writes for the row images of MariaDB's binlog, with the connector's default settings. */
final class ImageJson {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final Set<Integer> LATIN1 = Set.of(5, 8, 15, 31, 47, 48, 49, 94);
    private static final int[] DECIMAL_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    private ImageJson() {}

    /** Returns the schema of a column's values. */
    static ObjectNode schema(Column column) {
        ObjectNode schema = MAPPER.createObjectNode();
        schema.put("type", type(column)).put("optional", true).put("field", column.name());
        String name = name(column);
        if (!name.isEmpty()) {
            schema.put("name", name).put("version", 1);
        }
        switch (column.type()) {
            case NEWDECIMAL ->
                schema.putObject("parameters")
                        .put("scale", Integer.toString(column.scale()))
                        .put("connect.decimal.precision", Integer.toString(column.length()));
            case BIT -> schema.putObject("parameters").put("length", Integer.toString(column.length()));
            default -> {}
        }
        return schema;
    }

    private static String type(Column column) {
        return switch (column.type()) {
            case TINY -> "int16";
            case SHORT -> column.unsigned() ? "int32" : "int16";
            case INT24, YEAR, DATE -> "int32";
            case LONG -> column.unsigned() ? "int64" : "int32";
            case LONGLONG, TIME2, DATETIME2 -> "int64";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case NEWDECIMAL -> "bytes";
            case TIMESTAMP2, ENUM, SET -> "string";
            case BIT -> column.length() == 1 ? "boolean" : "bytes";
            case GEOMETRY -> "struct";
            case JSON -> "string";
            default -> column.collation() == RowFormat.BINARY ? "bytes" : "string";
        };
    }

    private static String name(Column column) {
        return switch (column.type()) {
            case YEAR -> "io.debezium.time.Year";
            case DATE -> "io.debezium.time.Date";
            case TIME2 -> "io.debezium.time.MicroTime";
            case DATETIME2 -> column.scale() <= 3 ? "io.debezium.time.Timestamp" : "io.debezium.time.MicroTimestamp";
            case TIMESTAMP2 -> "io.debezium.time.ZonedTimestamp";
            case NEWDECIMAL -> "org.apache.kafka.connect.data.Decimal";
            case BIT -> column.length() == 1 ? "" : "io.debezium.data.Bits";
            case ENUM -> "io.debezium.data.Enum";
            case SET -> "io.debezium.data.EnumSet";
            case GEOMETRY -> "io.debezium.data.geometry.Geometry";
            case JSON -> "io.debezium.data.Json";
            default -> "";
        };
    }

    /** Puts the value at an index of an image into a row. */
    static void put(ObjectNode row, Column column, byte[] image, int at) throws IOException {
        String name = column.name();
        switch (column.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> {
                int free = Long.SIZE - Byte.SIZE * column.bytes();
                long bits = little(image, at, column.bytes());
                row.put(name, column.unsigned() ? bits : bits << free >> free);
            }
            case YEAR -> row.put(name, image[at] == 0 ? 0 : 1900 + (image[at] & 0xFF));
            case FLOAT -> row.put(name, Float.intBitsToFloat((int) little(image, at, 4)));
            case DOUBLE -> row.put(name, Double.longBitsToDouble(little(image, at, 8)));
            case NEWDECIMAL ->
                row.put(name, base64(decimal(column, image, at).unscaledValue().toByteArray()));
            case DATE -> {
                int packed = (int) little(image, at, 3);
                row.put(
                        name,
                        LocalDate.of(packed >> 9, packed >> 5 & 0xF, packed & 0x1F)
                                .toEpochDay());
            }
            case TIME2 -> row.put(name, time(image, at, column.scale()));
            case DATETIME2 -> {
                long micros = dateTime(image, at, column.scale());
                row.put(name, column.scale() <= 3 ? micros / 1_000 : micros);
            }
            case TIMESTAMP2 -> {
                long nanos = 1_000 * fraction(image, at + 4, column.scale());
                row.put(name, Instant.ofEpochSecond(big(image, at, 4), nanos).toString());
            }
            case BIT -> {
                if (column.length() == 1) {
                    row.put(name, image[at] != 0);
                } else {
                    byte[] bits = new byte[column.bytes()];
                    for (int i = 0; i < bits.length; i++) {
                        bits[bits.length - 1 - i] = image[at + i];
                    }
                    row.put(name, base64(bits));
                }
            }
            case ENUM -> {
                int number = (int) little(image, at, column.bytes());
                row.put(name, number == 0 ? "" : label(column, number));
            }
            case SET -> {
                StringJoiner labels = new StringJoiner(",");
                long bits = little(image, at, column.bytes());
                for (int i = 0; i < column.labels().size(); i++) {
                    if ((bits >> i & 1) != 0) {
                        labels.add(label(column, i + 1));
                    }
                }
                row.put(name, labels.toString());
            }
            case JSON -> row.put(name, JsonBinary.parseAsString(bytes(column, image, at)));
            case GEOMETRY -> {
                byte[] all = bytes(column, image, at);
                row.putObject(name)
                        .put("wkb", base64(Arrays.copyOfRange(all, 4, all.length)))
                        .put(
                                "srid",
                                ByteBuffer.wrap(all)
                                        .order(ByteOrder.LITTLE_ENDIAN)
                                        .getInt());
            }
            default -> {
                byte[] all = bytes(column, image, at);
                row.put(name, column.collation() == RowFormat.BINARY ? base64(all) : new String(all, charset(column)));
            }
        }
    }

    private static Charset charset(Column column) {
        return LATIN1.contains(column.collation()) ? Charset.forName("windows-1252") : StandardCharsets.UTF_8;
    }

    private static String label(Column column, int number) {
        List<byte[]> labels = column.labels();
        return new String(labels.get(number - 1), charset(column));
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static byte[] bytes(Column column, byte[] image, int at) {
        int prefix = -column.bytes();
        int from = at + prefix;
        return Arrays.copyOfRange(image, from, from + (int) little(image, at, prefix));
    }

    private static long little(byte[] image, int at, int bytes) {
        long number = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            number = number << 8 | image[at + i] & 0xFF;
        }
        return number;
    }

    private static long big(byte[] image, int at, int bytes) {
        return bytes == 0 ? 0 : new BigInteger(1, Arrays.copyOfRange(image, at, at + bytes)).longValue();
    }

    private static long fraction(byte[] image, int at, int digits) {
        int bytes = (digits + 1) / 2;
        return big(image, at, bytes) * (bytes == 1 ? 10_000 : bytes == 2 ? 100 : 1);
    }

    private static long dateTime(byte[] image, int at, int digits) {
        long packed = big(image, at, 5) - 0x80_0000_0000L;
        int month = (int) (packed >> 22);
        LocalDateTime time = LocalDateTime.of(
                month / 13,
                month % 13,
                (int) (packed >> 17 & 0x1F),
                (int) (packed >> 12 & 0x1F),
                (int) (packed >> 6 & 0x3F),
                (int) (packed & 0x3F));
        return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + fraction(image, at + 5, digits);
    }

    private static long time(byte[] image, int at, int digits) {
        int bytes = (digits + 1) / 2;
        long packed = big(image, at, 3 + bytes) - (0x80_0000L << 8 * bytes);
        long size = Math.abs(packed);
        long clock = size >> 8 * bytes;
        long second = ((clock >> 12 & 0x3FF) * 60 + (clock >> 6 & 0x3F)) * 60 + (clock & 0x3F);
        long units = size & (1L << 8 * bytes) - 1;
        long micros = second * 1_000_000 + units * (bytes == 1 ? 10_000 : bytes == 2 ? 100 : bytes == 0 ? 0 : 1);
        return packed < 0 ? -micros : micros;
    }

    private static BigDecimal decimal(Column column, byte[] image, int at) {
        byte[] packed = Arrays.copyOfRange(image, at, at + column.bytes());
        boolean isNegative = packed[0] >= 0;
        packed[0] ^= (byte) 0x80;
        if (isNegative) {
            for (int i = 0; i < packed.length; i++) {
                packed[i] = (byte) ~packed[i];
            }
        }
        StringBuilder digits = new StringBuilder();
        int before = column.length() - column.scale();
        int from = 0;
        for (int count : groups(before, column.scale())) {
            String group = Long.toString(big(packed, from, DECIMAL_BYTES[count]));
            digits.repeat('0', count - group.length()).append(group);
            from += DECIMAL_BYTES[count];
        }
        BigInteger unscaled = new BigInteger(digits.toString());
        return new BigDecimal(isNegative ? unscaled.negate() : unscaled, column.scale());
    }

    private static byte[] groups(int before, int after) {
        ByteArrayOutputStream groups = new ByteArrayOutputStream();
        if (before % 9 > 0) {
            groups.write(before % 9);
        }
        for (int i = 0; i < before / 9 + after / 9; i++) {
            groups.write(9);
        }
        if (after % 9 > 0) {
            groups.write(after % 9);
        }
        return groups.toByteArray();
    }
}
