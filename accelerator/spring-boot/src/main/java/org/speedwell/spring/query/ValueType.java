package org.speedwell.spring.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.TableColumn;
import tools.jackson.databind.JsonNode;

/**
 * The JSON form of a column's values. Queries and rows use the same form.
 *
 * @param schema the OpenAPI schema: type, format and similar members
 * @param expected a phrase that names the form in messages, such as {@code a whole number}
 * @param reader a function that returns the value; an {@link EqualValues} if several values or no value equal it; null
 * if the JSON has another form
 */
record ValueType(Map<String, Object> schema, String expected, Function<JsonNode, @Nullable Object> reader) {
    private static final int MAX_DIGITS = 100;
    private static final int MAX_YEAR = 9999;

    private static final Map<String, Object> UUID_SCHEMA = Map.of("type", "string", "format", "uuid");

    private static final Map<Class<?>, ValueType> KNOWN = Map.ofEntries(
            Map.entry(Byte.class, whole(Byte.MIN_VALUE, Byte.MAX_VALUE, "int32", number -> (byte) (long) number)),
            Map.entry(Short.class, whole(Short.MIN_VALUE, Short.MAX_VALUE, "int32", number -> (short) (long) number)),
            Map.entry(
                    Integer.class, whole(Integer.MIN_VALUE, Integer.MAX_VALUE, "int32", number -> (int) (long) number)),
            Map.entry(Long.class, whole(Long.MIN_VALUE, Long.MAX_VALUE, "int64", number -> number)),
            Map.entry(
                    BigInteger.class,
                    new ValueType(Map.of("type", "integer"), "a whole number", ValueType::bigInteger)),
            Map.entry(BigDecimal.class, new ValueType(Map.of("type", "number"), "a number", ValueType::decimal)),
            Map.entry(
                    Double.class,
                    new ValueType(Map.of("type", "number", "format", "double"), "a number", ValueType::real)),
            Map.entry(
                    Float.class,
                    new ValueType(Map.of("type", "number", "format", "float"), "a number", ValueType::narrow)),
            Map.entry(
                    Boolean.class,
                    new ValueType(
                            Map.of("type", "boolean"),
                            "true or false",
                            node -> node.isBoolean() ? node.booleanValue() : null)),
            Map.entry(String.class, new ValueType(Map.of("type", "string"), "a text", ValueType::text)),
            Map.entry(Timestamp.class, moment(time -> Timestamp.valueOf(dateTime(time)))),
            Map.entry(LocalDateTime.class, moment(ValueType::dateTime)),
            Map.entry(Date.class, day(text -> Date.valueOf(date(text)))),
            Map.entry(LocalDate.class, day(ValueType::date)),
            Map.entry(Time.class, time(text -> withMillis(LocalTime.parse(text)))),
            Map.entry(LocalTime.class, time(LocalTime::parse)),
            Map.entry(Instant.class, pointInTime(OffsetDateTime::toInstant)),
            Map.entry(
                    OffsetDateTime.class,
                    pointInTime(time ->
                            time.atZoneSameInstant(ZoneId.systemDefault()).toOffsetDateTime())),
            Map.entry(ZonedDateTime.class, pointInTime(time -> time.atZoneSameInstant(ZoneId.systemDefault()))),
            Map.entry(
                    Duration.class,
                    new ValueType(
                            Map.of("type", "string", "format", "duration"),
                            "a duration such as PT1H30M",
                            parsed(Duration::parse))),
            Map.entry(
                    Year.class, whole(Year.MIN_VALUE, Year.MAX_VALUE, "int32", number -> Year.of((int) (long) number))),
            Map.entry(
                    Character.class,
                    new ValueType(
                            Map.of("type", "string", "minLength", 1, "maxLength", 1),
                            "a text of one character",
                            ValueType::character)),
            Map.entry(UUID.class, new ValueType(UUID_SCHEMA, "a UUID of 36 characters", ValueType::uuid)));

    /**
     * Returns the form of a column's values; empty if the store can write such values but not read them from JSON.
     */
    static Optional<ValueType> of(TableColumn<?> column) {
        return column.valueClass().isEnum()
                ? Optional.of(constants(column.constants()))
                : Optional.ofNullable(KNOWN.get(column.valueClass()));
    }

    /** Returns whether the values have the order that a client expects. UUIDs in Java compare as signed numbers. */
    boolean isOrdered() {
        return !UUID_SCHEMA.equals(schema);
    }

    private static ValueType constants(Map<String, Object> byName) {
        List<String> names = byName.keySet().stream().sorted().toList();
        return new ValueType(
                Map.of("type", "string", "enum", names),
                "one of " + String.join(", ", names),
                node -> node.isString() ? byName.get(node.stringValue()) : null);
    }

    private static ValueType whole(long least, long greatest, String format, Function<Long, Object> narrowed) {
        return new ValueType(
                Map.of("type", "integer", "format", format),
                "a whole number from %d to %d".formatted(least, greatest),
                node -> node.isIntegralNumber()
                                && node.canConvertToLong()
                                && node.longValue() >= least
                                && node.longValue() <= greatest
                        ? narrowed.apply(node.longValue())
                        : null);
    }

    private static @Nullable Object bigInteger(JsonNode node) {
        return node.isIntegralNumber() ? node.bigIntegerValue() : null;
    }

    /** Returns the range of a number; null for a number such as 1e999999999, whose plain form takes megabytes. */
    private static @Nullable Object decimal(JsonNode node) {
        if (!node.isNumber()) {
            return null;
        }
        BigDecimal number = node.decimalValue();
        return number.precision() <= MAX_DIGITS && Math.abs((long) number.scale()) <= MAX_DIGITS
                ? EqualValues.decimal(number)
                : null;
    }

    private static @Nullable Object real(JsonNode node) {
        return node.isNumber() ? EqualValues.real(node.decimalValue()) : null;
    }

    private static @Nullable Object narrow(JsonNode node) {
        return node.isNumber() ? EqualValues.narrow(node.decimalValue()) : null;
    }

    private static @Nullable Object text(JsonNode node) {
        return node.isString() ? node.stringValue() : null;
    }

    private static @Nullable Object character(JsonNode node) {
        return node.isString() && node.stringValue().length() == 1
                ? node.stringValue().charAt(0)
                : null;
    }

    private static @Nullable Object uuid(JsonNode node) {
        if (!node.isString()) {
            return null;
        }
        try {
            UUID uuid = UUID.fromString(node.stringValue());
            return uuid.toString().equalsIgnoreCase(node.stringValue()) ? uuid : null; // Java also reads 1-1-1-1-1
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static ValueType pointInTime(Function<OffsetDateTime, Object> converted) {
        return new ValueType(
                Map.of("type", "string", "format", "date-time"),
                "a date and time with an offset, such as 2026-11-23T05:30:00Z",
                parsed(text -> {
                    OffsetDateTime time = OffsetDateTime.parse(text);
                    return converted.apply(time.with(inRange(time.toLocalDate())));
                }));
    }

    private static ValueType moment(Function<String, Object> parser) {
        return new ValueType(
                Map.of("type", "string", "example", "2026-11-23T05:30:00"),
                "a date and time such as 2026-11-23T05:30:00",
                parsed(parser));
    }

    private static ValueType day(Function<String, Object> parser) {
        return new ValueType(Map.of("type", "string", "format", "date"), "a date such as 2026-11-23", parsed(parser));
    }

    private static ValueType time(Function<String, Object> parser) {
        return new ValueType(
                Map.of("type", "string", "example", "05:30:00"), "a time of day such as 05:30:00", parsed(parser));
    }

    /** Returns a time with its milliseconds, which drivers keep and {@code Time.valueOf} drops. */
    private static Time withMillis(LocalTime time) {
        return new Time(Time.valueOf(time).getTime() + time.get(ChronoField.MILLI_OF_SECOND));
    }

    private static LocalDateTime dateTime(String text) {
        LocalDateTime time = LocalDateTime.parse(text);
        return LocalDateTime.of(inRange(time.toLocalDate()), time.toLocalTime());
    }

    private static LocalDate date(String text) {
        return inRange(LocalDate.parse(text));
    }

    private static LocalDate inRange(LocalDate date) {
        if (date.getYear() < 0 || date.getYear() > MAX_YEAR) {
            throw new DateTimeException("the year is not between 0 and " + MAX_YEAR);
        }
        return date;
    }

    private static Function<JsonNode, @Nullable Object> parsed(Function<String, Object> parser) {
        return node -> {
            try {
                return node.isString() ? parser.apply(node.stringValue()) : null;
            } catch (DateTimeException e) {
                return null;
            }
        };
    }
}
