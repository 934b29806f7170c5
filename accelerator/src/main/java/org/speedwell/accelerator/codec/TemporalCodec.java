package org.speedwell.accelerator.codec;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;

/**
 * Codecs of dates and times as the driver returns them. The key of a timestamp is microseconds since the epoch. The key
 * of a date or time is milliseconds since the epoch.
 */
public enum TemporalCodec implements KeyCodec {
    TIMESTAMP {
        @Override
        public long encode(Object value) {
            if (isBelowAll(value) || !isExact(value)) {
                throw new IllegalArgumentException(
                        value + " is more precise than a microsecond, or outside the range of a key");
            }
            return floor(value);
        }

        @Override
        public Object value(long key) {
            Timestamp timestamp = new Timestamp(Math.floorDiv(key, 1_000_000L) * 1_000);
            timestamp.setNanos((int) Math.floorMod(key, 1_000_000L) * 1_000);
            return timestamp;
        }

        @Override
        public long floor(Object value) {
            long second = second(value);
            return second > LAST_SECOND ? Long.MAX_VALUE : second * 1_000_000 + ((Timestamp) value).getNanos() / 1_000;
        }

        @Override
        public boolean isExact(Object value) {
            return second(value) <= LAST_SECOND && ((Timestamp) value).getNanos() % 1_000 == 0;
        }

        @Override
        public boolean isBelowAll(Object value) {
            return second(value) < -LAST_SECOND;
        }

        private static long second(Object value) {
            return Math.floorDiv(((Timestamp) value).getTime(), 1_000L);
        }
    },
    DATE {
        @Override
        public Object value(long key) {
            return new Date(key);
        }
    },
    TIME {
        @Override
        public Object value(long key) {
            return new Time(key);
        }
    };

    /**
     * The last second since the epoch whose microseconds fit a key. A {@link Timestamp} can hold times a thousand times
     * as far away.
     */
    private static final long LAST_SECOND = Long.MAX_VALUE / 1_000_000 - 1;

    @Override
    public Class<?> valueClass() {
        return switch (this) {
            case TIMESTAMP -> Timestamp.class;
            case DATE -> Date.class;
            case TIME -> Time.class;
        };
    }

    @Override
    public long encode(Object value) {
        return ((java.util.Date) value).getTime();
    }

    @Override
    public boolean isInOrderOfDatabase() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return false;
    }

    @Override
    public boolean isTemporal() {
        return true;
    }

    @Override
    public long epochMillis(long key) {
        return this == TIMESTAMP ? Math.floorDiv(key, 1_000L) : key;
    }
}
