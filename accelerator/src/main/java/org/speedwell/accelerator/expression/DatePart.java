package org.speedwell.accelerator.expression;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalField;
import java.util.Locale;

/** A numeric part of a date or a time of day, with the numbering of {@code java.time}. */
public enum DatePart {
    YEAR(ChronoField.YEAR),
    QUARTER(IsoFields.QUARTER_OF_YEAR),
    MONTH(ChronoField.MONTH_OF_YEAR),
    DAY_OF_MONTH(ChronoField.DAY_OF_MONTH),
    /** The day of the week, from 1 for Monday to 7 for Sunday. */
    DAY_OF_WEEK(ChronoField.DAY_OF_WEEK),
    HOUR(ChronoField.HOUR_OF_DAY),
    MINUTE(ChronoField.MINUTE_OF_HOUR),
    SECOND(ChronoField.SECOND_OF_MINUTE);

    private static final long SECOND_MILLIS = 1_000;
    private static final long MINUTE_MILLIS = 60 * SECOND_MILLIS;
    private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
    public static final long DAY_MILLIS = 24 * HOUR_MILLIS;

    private static final long DAYS_OF_400_YEARS = 146_097;

    /** The days from the 1st of March of the year 0 to the 1st of January 1970. */
    private static final long DAYS_TO_1970 = 719_468;

    @SuppressWarnings("ImmutableEnumChecker") // all fields are constants
    private final TemporalField field;

    DatePart(TemporalField field) {
        this.field = field;
    }

    public boolean isOfTime() {
        return this == HOUR || this == MINUTE || this == SECOND;
    }

    /**
     * Returns this part of a value. Values of {@code java.sql} convert by their {@code toLocalDate},
     * {@code toLocalTime} or {@code toLocalDateTime}, in the JVM's time zone.
     *
     * @throws java.time.temporal.UnsupportedTemporalTypeException if values of its class have no such part
     * @throws IllegalArgumentException if the value is neither a date nor a time
     */
    public int of(Object value) {
        TemporalAccessor temporal = switch (value) {
            case Timestamp timestamp -> timestamp.toLocalDateTime();
            case Date date -> date.toLocalDate();
            case Time time -> time.toLocalTime();
            case TemporalAccessor other -> other;
            default ->
                throw new IllegalArgumentException(
                        "A value of " + value.getClass().getName() + " has no " + this + ".");
        };
        return temporal.get(field);
    }

    /**
     * Returns this part of an instant, given in milliseconds since the start of 1970. All values have the same time
     * zone and use the Gregorian calendar.
     */
    public int of(long millis) {
        return switch (this) {
            case HOUR -> (int) (Math.floorMod(millis, DAY_MILLIS) / HOUR_MILLIS);
            case MINUTE -> (int) (Math.floorMod(millis, HOUR_MILLIS) / MINUTE_MILLIS);
            case SECOND -> (int) (Math.floorMod(millis, MINUTE_MILLIS) / SECOND_MILLIS);
            default -> ofDay(Math.floorDiv(millis, DAY_MILLIS));
        };
    }

    /**
     * Returns this part of a day, given as the number of days since the 1st of January 1970. The algorithm starts the
     * year in March, so that the leap day is the last day of the year. Source: Howard Hinnant, "chrono-Compatible
     * Low-Level Date Algorithms".
     */
    int ofDay(long number) {
        if (this == DAY_OF_WEEK) {
            return (int) Math.floorMod(number + 3, 7L) + 1; // the 1st of January 1970 was a Thursday
        }
        long fromMarch = number + DAYS_TO_1970;
        long era = Math.floorDiv(fromMarch, DAYS_OF_400_YEARS);
        int day = (int) (fromMarch - era * DAYS_OF_400_YEARS);
        int year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        int dayOfYear = day - (365 * year + year / 4 - year / 100);
        int fromMarchMonth = (5 * dayOfYear + 2) / 153; // five months have 153 days
        int month = fromMarchMonth < 10 ? fromMarchMonth + 3 : fromMarchMonth - 9;
        return switch (this) {
            case YEAR -> (int) (era * 400) + year + (month <= 2 ? 1 : 0);
            case QUARTER -> (month + 2) / 3;
            case MONTH -> month;
            default -> dayOfYear - (153 * fromMarchMonth + 2) / 5 + 1;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
