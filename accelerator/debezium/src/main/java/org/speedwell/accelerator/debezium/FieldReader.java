package org.speedwell.accelerator.debezium;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowFormat.Column;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A function from a column's JSON value, which is not null, to the value that {@link
 * org.speedwell.accelerator.types.ImageWriter} takes. The schema of the field says how Debezium has represented it.
 */
@FunctionalInterface
interface FieldReader {
    /** The connector's setting for dates and times. */
    String TIME_MODE = "time.precision.mode=adaptive_time_microseconds";

    Object read(JsonNode value);

    /**
     * Returns the reader of a column.
     *
     * @param field the schema of the field
     * @throws IllegalArgumentException if the representation does not contain the whole value; the message names the
     * connector's setting
     */
    static FieldReader of(Column column, JsonNode field) {
        String type = field.path("type").asString("");
        String name = field.path("name").asString("");
        return switch (column.type()) {
            case TINY, SHORT, INT24, LONG, LONGLONG, YEAR -> wholeNumber(column, type, field);
            case FLOAT, DOUBLE -> JsonNode::doubleValue;
            case NEWDECIMAL -> decimal(column, type, field);
            case DATE ->
                switch (name) {
                    case "io.debezium.time.Date", "org.apache.kafka.connect.data.Date" ->
                        value -> LocalDate.ofEpochDay(value.longValue());
                    default -> throw unreadable(column, type, name, TIME_MODE);
                };
            case TIME2 ->
                switch (name) {
                    case "io.debezium.time.MicroTime" -> JsonNode::longValue;
                    case "io.debezium.time.NanoTime" -> value -> value.longValue() / 1_000;
                    default -> throw unreadable(column, type, name, TIME_MODE);
                };
            case DATETIME2 ->
                switch (name) {
                    case "io.debezium.time.Timestamp" -> millis(column, value -> value.longValue() * 1_000);
                    case "io.debezium.time.MicroTimestamp" -> JsonNode::longValue;
                    case "io.debezium.time.NanoTimestamp" -> value -> Math.floorDiv(value.longValue(), 1_000L);
                    default -> throw unreadable(column, type, name, TIME_MODE);
                };
            case TIMESTAMP2 ->
                switch (name) {
                    case "io.debezium.time.ZonedTimestamp" -> value -> micros(Instant.parse(value.stringValue()));
                    default -> throw unreadable(column, type, name, TIME_MODE);
                };
            case BIT ->
                type.equals("boolean")
                        ? value -> new byte[] {(byte) (value.booleanValue() ? 1 : 0)}
                        : value -> bits(bytes(value), column.bytes());
            case VARCHAR, VAR_STRING, STRING, BLOB -> {
                if (column.collation() != RowFormat.BINARY) {
                    yield value -> value.stringValue();
                }
                if (!type.equals("bytes")) {
                    throw unreadable(column, type, name, "binary.handling.mode=bytes");
                }
                yield value -> bytes(value);
            }
            case ENUM, SET -> JsonNode::stringValue;
            case JSON -> value -> BinaryJson.of(JsonMapper.shared().readTree(value.stringValue()));
            case GEOMETRY -> FieldReader::geometry;
            case VECTOR -> FieldReader::vector;
            case TIMESTAMP, TIME, DATETIME, BLOB_COMPRESSED, VARCHAR_COMPRESSED ->
                throw new IllegalArgumentException("Column " + column.name() + " has no images.");
        };
    }

    private static IllegalArgumentException unreadable(Column column, String type, String name, String setting) {
        return new IllegalArgumentException("Debezium writes column " + column.name() + " as "
                + (name.isEmpty() ? type : name) + ", which Speedwell cannot read. Set " + setting
                + " for the connector.");
    }

    private static FieldReader wholeNumber(Column column, String type, JsonNode field) {
        return switch (type) {
            case "boolean" -> value -> value.booleanValue() ? 1L : 0L;
            case "bytes" -> {
                FieldReader decimal = decimal(column, type, field);
                yield value ->
                        ((BigDecimal) decimal.read(value)).toBigIntegerExact().longValue();
            }
            case "int8", "int16", "int32", "int64" -> JsonNode::longValue;
            default -> throw unreadable(column, type, "", "bigint.unsigned.handling.mode=long");
        };
    }

    private static FieldReader decimal(Column column, String type, JsonNode field) {
        return switch (type) {
            case "bytes" -> {
                int scale =
                        Integer.parseInt(field.path("parameters").path("scale").asString("0"));
                yield value -> new BigDecimal(new BigInteger(bytes(value)), scale);
            }
            case "string" -> value -> new BigDecimal(value.stringValue());
            default -> throw unreadable(column, type, "", "decimal.handling.mode=precise");
        };
    }

    /** Returns the reader of milliseconds, if the column has no smaller fractions. */
    private static FieldReader millis(Column column, FieldReader reader) {
        if (column.scale() > 3) {
            throw unreadable(column, "milliseconds", "", TIME_MODE);
        }
        return reader;
    }

    private static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    private static byte[] bytes(JsonNode value) {
        return Base64.getDecoder().decode(value.stringValue());
    }

    /** Returns bits from the highest on. Debezium begins with the lowest. */
    private static byte[] bits(byte[] value, int bytes) {
        byte[] bits = new byte[bytes];
        for (int i = 0; i < Math.min(value.length, bytes); i++) {
            bits[bytes - 1 - i] = value[i];
        }
        return bits;
    }

    private static byte[] geometry(JsonNode value) {
        byte[] wkb = bytes(value.path("wkb"));
        return ByteBuffer.allocate(Integer.BYTES + wkb.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value.path("srid").asInt(0))
                .put(wkb)
                .array();
    }

    private static byte[] vector(JsonNode value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (JsonNode element : value) {
            int bits = Float.floatToIntBits((float) element.doubleValue());
            for (int i = 0; i < Integer.BYTES; i++) {
                out.write(bits >> 8 * i);
            }
        }
        return out.toByteArray();
    }
}
