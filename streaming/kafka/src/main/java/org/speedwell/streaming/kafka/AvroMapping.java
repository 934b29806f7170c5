package org.speedwell.streaming.kafka;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericFixed;
import org.jspecify.annotations.Nullable;

/**
 * A mapping between the generic values of an Avro schema and the values of a Java type. Null stays null. Immutable.
 *
 * @param toJava converts a value of Avro
 * @param toAvro converts a value of Java
 */
record AvroMapping(Function<Object, Object> toJava, Function<Object, Object> toAvro) {
    /** The model, which converts dates, times, decimals and UUIDs. */
    static final GenericData DATA = model();

    private static final AvroMapping SAME = new AvroMapping(value -> value, value -> value);

    /** The wider types of Java that a number of Avro fits, by its type. */
    private static final Map<Schema.Type, Set<Class<?>>> NUMBERS = Map.of(
            Schema.Type.INT, Set.of(int.class, Integer.class, long.class, Long.class),
            Schema.Type.LONG, Set.of(long.class, Long.class),
            Schema.Type.FLOAT, Set.of(float.class, Float.class, double.class, Double.class),
            Schema.Type.DOUBLE, Set.of(double.class, Double.class));

    private static GenericData model() {
        GenericData data = new GenericData();
        List.of(
                        new TimeConversions.DateConversion(),
                        new TimeConversions.TimeMillisConversion(),
                        new TimeConversions.TimeMicrosConversion(),
                        new TimeConversions.TimestampMillisConversion(),
                        new TimeConversions.TimestampMicrosConversion(),
                        new TimeConversions.LocalTimestampMillisConversion(),
                        new TimeConversions.LocalTimestampMicrosConversion(),
                        new Conversions.DecimalConversion(),
                        new Conversions.UUIDConversion())
                .forEach(data::addLogicalTypeConversion);
        return data;
    }

    @Nullable
    Object java(@Nullable Object avro) {
        return avro == null ? null : toJava.apply(avro);
    }

    @Nullable
    Object avro(@Nullable Object java) {
        return java == null ? null : toAvro.apply(java);
    }

    /**
     * Returns the mapping of a schema and a type.
     *
     * @param place the name of the field, for messages
     * @throws IllegalArgumentException if they do not fit
     */
    static AvroMapping of(Schema schema, Type type, String place) {
        Schema known = withoutNull(schema);
        Class<?> raw = type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
        if (raw.isPrimitive() && known != schema) {
            throw misfit(schema, type, place, "A nullable field needs a class, such as Long.");
        }
        Conversion<?> conversion =
                known.getLogicalType() == null ? null : DATA.getConversionFor(known.getLogicalType());
        if (conversion != null && conversion.getConvertedType() == raw) {
            return SAME;
        }
        AvroMapping mapping = conversion == null ? ofPlain(known, raw, type, place) : null;
        if (mapping == null) {
            String needed = conversion == null
                    ? ""
                    : "It needs " + conversion.getConvertedType().getName() + ".";
            throw misfit(schema, type, place, needed);
        }
        return mapping;
    }

    private static @Nullable AvroMapping ofPlain(Schema schema, Class<?> raw, Type type, String place) {
        return switch (schema.getType()) {
            case BOOLEAN -> raw == boolean.class || raw == Boolean.class ? SAME : null;
            case INT, LONG, FLOAT, DOUBLE -> ofNumber(schema.getType(), raw);
            case STRING -> raw == String.class ? new AvroMapping(Object::toString, text -> text) : null;
            case BYTES -> raw == byte[].class ? ofBytes() : null;
            case FIXED -> raw == byte[].class ? ofFixed(schema) : null;
            case ENUM -> raw.isEnum() ? ofEnum(schema, raw.asSubclass(Enum.class)) : null;
            case ARRAY -> raw == List.class ? ofList(of(schema.getElementType(), argument(type, 0), place)) : null;
            case MAP -> raw == Map.class ? ofMap(of(schema.getValueType(), argument(type, 1), place)) : null;
            case RECORD -> raw.isRecord() ? AvroRecord.of(schema, raw) : null;
            case UNION, NULL -> null;
        };
    }

    /** Returns the other schema of a union of two with null; any other schema unchanged. */
    private static Schema withoutNull(Schema schema) {
        if (!schema.isUnion() || schema.getTypes().size() != 2 || !schema.isNullable()) {
            return schema;
        }
        return schema.getTypes().get(schema.getTypes().getFirst().getType() == Schema.Type.NULL ? 1 : 0);
    }

    private static Type argument(Type type, int number) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[number] : Object.class;
    }

    private static @Nullable AvroMapping ofNumber(Schema.Type type, Class<?> raw) {
        if (!NUMBERS.getOrDefault(type, Set.of()).contains(raw)) {
            return null;
        }
        Function<Object, Object> toJava = raw == long.class || raw == Long.class
                ? number -> ((Number) number).longValue()
                : raw == double.class || raw == Double.class
                        ? number -> ((Number) number).doubleValue()
                        : number -> number;
        Function<Object, Object> toAvro = switch (type) {
            case INT -> number -> Math.toIntExact(((Number) number).longValue());
            case FLOAT -> number -> ((Number) number).floatValue();
            default -> number -> number;
        };
        return new AvroMapping(toJava, toAvro);
    }

    private static AvroMapping ofBytes() {
        return new AvroMapping(
                value -> {
                    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
                    byte[] bytes = new byte[buffer.remaining()];
                    buffer.get(bytes);
                    return bytes;
                },
                bytes -> ByteBuffer.wrap((byte[]) bytes));
    }

    private static AvroMapping ofFixed(Schema schema) {
        return new AvroMapping(
                value -> ((GenericFixed) value).bytes(), bytes -> new GenericData.Fixed(schema, (byte[]) bytes));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of an enum
    private static AvroMapping ofEnum(Schema schema, Class<? extends Enum> type) {
        return new AvroMapping(
                symbol -> Enum.valueOf(type, symbol.toString()),
                constant -> new GenericData.EnumSymbol(schema, ((Enum<?>) constant).name()));
    }

    private static AvroMapping ofList(AvroMapping elements) {
        return new AvroMapping(
                list -> ((List<?>) list).stream().map(elements::java).toList(),
                list -> ((List<?>) list).stream().map(elements::avro).toList());
    }

    private static AvroMapping ofMap(AvroMapping values) {
        return new AvroMapping(
                map -> mapped((Map<?, ?>) map, values::java), map -> mapped((Map<?, ?>) map, values::avro));
    }

    private static Map<String, @Nullable Object> mapped(
            Map<?, ?> map, Function<@Nullable Object, @Nullable Object> how) {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(key.toString(), how.apply(value)));
        return result;
    }

    private static IllegalArgumentException misfit(Schema schema, Type type, String place, String remedy) {
        return new IllegalArgumentException(place + " has the type " + type.getTypeName()
                + ", which does not fit the Avro schema " + schema + ". " + remedy);
    }
}
