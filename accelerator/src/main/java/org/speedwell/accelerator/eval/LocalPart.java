package org.speedwell.accelerator.eval;

import java.sql.Date;
import java.sql.Time;
import java.time.Instant;
import java.time.zone.ZoneRules;
import java.util.GregorianCalendar;
import java.util.TimeZone;
import java.util.function.LongToIntFunction;
import org.speedwell.accelerator.codec.KeyCodec;
import org.speedwell.accelerator.expression.DatePart;

/**
 * A part of points in time, computed from their keys with the results of {@code java.sql}'s classes. It uses the JVM's
 * time zone. Before the calendar reform of 1582 the Julian calendar applies, and the part comes from the value itself.
 */
final class LocalPart implements LongToIntFunction {
    private static final long FIRST_GREGORIAN = new GregorianCalendar(TimeZone.getTimeZone("UTC"))
            .getGregorianChange()
            .getTime();

    /** About ten thousand years in milliseconds. */
    private static final long FAR = 400_000_000_000_000L;

    private final DatePart part;
    private final KeyCodec codec;
    private final TimeZone zone = TimeZone.getDefault();
    private final boolean isFixed = isFixed(zone);
    private final long offset = zone.getRawOffset();

    private LocalPart(DatePart part, KeyCodec codec) {
        this.part = part;
        this.codec = codec;
    }

    static boolean isPossible(DatePart part, KeyCodec codec) {
        Class<?> type = codec.valueClass();
        return codec.isTemporal() && type != (part.isOfTime() ? Date.class : Time.class);
    }

    /** Returns the part of each key's value. {@link #isPossible} must return true for the codec. */
    static LongToIntFunction of(DatePart part, KeyCodec codec) {
        return new LocalPart(part, codec);
    }

    private static boolean isFixed(TimeZone zone) {
        ZoneRules rules = zone.toZoneId().getRules();
        return rules.isFixedOffset()
                && !zone.observesDaylightTime()
                && rules.getOffset(Instant.EPOCH).getTotalSeconds() * 1_000L == zone.getRawOffset();
    }

    @Override
    public int applyAsInt(long key) {
        long millis = codec.epochMillis(key);
        if (millis > -FAR && millis < FAR) {
            long local = millis + (isFixed ? offset : zone.getOffset(millis));
            if (local >= FIRST_GREGORIAN || part.isOfTime()) {
                return part.of(local);
            }
        }
        return part.of(codec.value(key));
    }
}
