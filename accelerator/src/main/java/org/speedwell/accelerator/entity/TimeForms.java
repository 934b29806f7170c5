package org.speedwell.accelerator.entity;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.codec.LocalDateCodec;

/**
 * The forms of dates and times. DATETIME and TIMESTAMP become points in time as the driver computes them, in the time
 * zone of its connection. The local, offset and zoned classes show this point in the default time zone of the JVM.
 */
final class TimeForms {
    private static final Pattern TIME = Pattern.compile("(-?)(\\d+):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,6}))?");
    private static final long MICROS_OF_SECOND = 1_000_000;

    private TimeForms() {}

    /** Returns the form of a column with dates or times; empty if the class does not fit. */
    static Optional<ColumnForm> of(MySqlType type, Class<?> valueClass) {
        return Optional.ofNullable(
                switch (type) {
                    case DATE -> date(valueClass);
                    case TIME -> time(valueClass);
                    default -> moment(valueClass);
                });
    }

    private static @Nullable ColumnForm date(Class<?> valueClass) {
        if (valueClass == LocalDate.class) {
            return new ColumnForm(
                    Date.class, LocalDate.class, LocalDateCodec.MAPPER, value -> Date.valueOf((LocalDate) value));
        }
        return valueClass.isAssignableFrom(Date.class) && isDate(valueClass) ? ColumnForm.same(Date.class) : null;
    }

    private static @Nullable ColumnForm time(Class<?> valueClass) {
        if (valueClass == LocalTime.class) { // java.sql.Time has no fractions of a second
            return ColumnForm.of(String.class, LocalTime.class, LocalTime::parse, TimeForms::text);
        }
        if (valueClass == Duration.class) {
            return ColumnForm.of(String.class, Duration.class, TimeForms::duration, TimeForms::text);
        }
        return valueClass.isAssignableFrom(Time.class) && isDate(valueClass) ? ColumnForm.same(Time.class) : null;
    }

    private static @Nullable ColumnForm moment(Class<?> valueClass) {
        if (valueClass == LocalDateTime.class) {
            return ColumnForm.of(Timestamp.class, LocalDateTime.class, Timestamp::toLocalDateTime, Timestamp::valueOf);
        }
        if (valueClass == Instant.class) {
            return ColumnForm.of(Timestamp.class, Instant.class, Timestamp::toInstant, Timestamp::from);
        }
        if (valueClass == OffsetDateTime.class) {
            return ColumnForm.of(
                    Timestamp.class,
                    OffsetDateTime.class,
                    value -> zoned(value).toOffsetDateTime(),
                    value -> Timestamp.from(value.toInstant()));
        }
        if (valueClass == ZonedDateTime.class) {
            return ColumnForm.of(
                    Timestamp.class, ZonedDateTime.class, TimeForms::zoned, value -> Timestamp.from(value.toInstant()));
        }
        return valueClass.isAssignableFrom(Timestamp.class) && isDate(valueClass)
                ? ColumnForm.same(Timestamp.class)
                : null;
    }

    private static boolean isDate(Class<?> valueClass) {
        return java.util.Date.class.isAssignableFrom(valueClass);
    }

    private static ZonedDateTime zoned(Timestamp value) {
        return value.toInstant().atZone(ZoneId.systemDefault());
    }

    private static Duration duration(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a time");
        }
        Duration duration = Duration.ofHours(Long.parseLong(time.group(2)))
                .plusMinutes(Long.parseLong(time.group(3)))
                .plusSeconds(Long.parseLong(time.group(4)));
        if (time.group(5) != null) {
            String micros = (time.group(5) + "00000").substring(0, 6);
            duration = duration.plusNanos(Long.parseLong(micros) * 1_000);
        }
        return time.group(1).isEmpty() ? duration : duration.negated();
    }

    private static String text(LocalTime time) {
        return text(Duration.ofNanos(time.toNanoOfDay()));
    }

    private static String text(Duration duration) {
        Duration positive = duration.abs();
        return "%s%02d:%02d:%02d.%06d"
                .formatted(
                        duration.isNegative() ? "-" : "",
                        positive.toHours(),
                        positive.toMinutesPart(),
                        positive.toSecondsPart(),
                        positive.toNanosPart() / (1_000_000_000 / MICROS_OF_SECOND));
    }
}
