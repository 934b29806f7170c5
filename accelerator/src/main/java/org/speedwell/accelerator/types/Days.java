package org.speedwell.accelerator.types;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.Sql;

/**
 * The days from 1973 to 2037, with the days on which a time zone may change its offset. Before 1973, some zones had
 * offsets with odd seconds. Immutable.
 */
public final class Days {
    public static final long FIRST = LocalDate.of(1973, 1, 1).toEpochDay();
    public static final int COUNT = (int) (LocalDate.of(2038, 1, 1).toEpochDay() - FIRST);
    public static final int UNKNOWN = -1;

    /** The length of {@code yyyy-MM-dd}. */
    static final int DATE = 10;

    private static final Pattern URL_ZONE =
            Pattern.compile("(?:connectionTimeZone|serverTimezone)=([^&]+)", Pattern.CASE_INSENSITIVE);

    private final List<ZoneRules> zones;
    private final boolean areAllKnown;

    private Days(List<ZoneRules> zones, boolean areAllKnown) {
        this.zones = zones;
        this.areAllKnown = areAllKnown;
    }

    /**
     * Returns the days with the time zones that the driver may apply: those of the JVM, of the session and of the URL.
     */
    public static Days of(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        String url = connection.getMetaData().getURL();
        Matcher inUrl = URL_ZONE.matcher(url == null ? "" : url);
        while (inUrl.find()) {
            names.add(URLDecoder.decode(inUrl.group(1), StandardCharsets.UTF_8));
        }
        String query = "SELECT IF(@@session.time_zone = 'SYSTEM', @@system_time_zone, @@session.time_zone)";
        names.addAll(Sql.rows(connection, query, row -> row.getString(1)));
        List<ZoneRules> zones = new ArrayList<>(List.of(ZoneId.systemDefault().getRules()));
        boolean areAllKnown = true;
        for (String name : names) {
            ZoneRules rules = rules(name);
            if (rules != null) {
                zones.add(rules);
            } else {
                areAllKnown = false;
            }
        }
        return new Days(List.copyOf(zones), areAllKnown);
    }

    private static @Nullable ZoneRules rules(String name) {
        if (name.equals("SERVER") || name.equals("LOCAL")) {
            return ZoneOffset.UTC.getRules(); // the list of zones already has its rules
        }
        try {
            return ZoneId.of(name, ZoneId.SHORT_IDS).getRules();
        } catch (DateTimeException e) {
            TimeZone zone = TimeZone.getTimeZone(name);
            return zone.getID().equals(name) ? zone.toZoneId().getRules() : null;
        }
    }

    /** Returns whether no zone changes its offset on this day or on a neighbouring one. */
    public boolean isQuiet(int day) {
        Instant from = Instant.EPOCH.plus(Duration.ofDays(FIRST + day - 2));
        Instant to = from.plus(Duration.ofDays(5));
        return areAllKnown
                && zones.stream().allMatch(zone -> {
                    ZoneOffsetTransition next = zone.nextTransition(from);
                    return next == null || next.getInstant().isAfter(to);
                });
    }

    /** Returns the microseconds from the epoch to the start of a day, in UTC. */
    static long micros(int day) {
        return (FIRST + day) * PackedTime.MICROS_OF_DAY;
    }

    /** Returns the number of the day at the start of a text, or {@link #UNKNOWN}. */
    static int of(byte[] text) {
        int year = number(text, 0, 4);
        int month = number(text, 5, 2);
        int day = number(text, 8, 2);
        return text[4] == '-' && text[7] == '-' ? of(year, month, day) : UNKNOWN;
    }

    /** Returns the number of a calendar day, or {@link #UNKNOWN}. */
    public static int of(int year, int month, int day) {
        if (year < 1973 || year > 2037 || month < 1 || month > 12 || day < 1) {
            return UNKNOWN;
        }
        int lastDay = switch (month) {
            case 2 -> year % 4 == 0 ? 29 : 28; // valid without exception from 1973 to 2037
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
        if (day > lastDay) {
            return UNKNOWN;
        }
        // The civil calendar starts with March here, so that the leap day is the last day of a year.
        int years = month > 2 ? year : year - 1;
        int months = month > 2 ? month - 3 : month + 9;
        int sinceMarch0 = 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1;
        return (int) (sinceMarch0 - 719_468 - FIRST);
    }

    /** Returns the number of these digits, or −1. */
    static int number(byte[] text, int from, int digits) {
        int number = 0;
        for (int i = from; i < from + digits; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
