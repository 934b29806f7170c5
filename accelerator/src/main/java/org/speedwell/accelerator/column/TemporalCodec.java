package org.speedwell.accelerator.column;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;

/** Points in time as the driver gives them: timestamps as microseconds, dates and times as milliseconds of the epoch. */
enum TemporalCodec implements KeyCodec {
    TIMESTAMP {
        @Override
        public long encode(Object value) {
            if (!isExact(value)) {
                throw new IllegalArgumentException(value + " is finer than a microsecond");
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
            Timestamp timestamp = (Timestamp) value;
            return Math.floorDiv(timestamp.getTime(), 1_000L) * 1_000_000 + timestamp.getNanos() / 1_000;
        }

        @Override
        public boolean isExact(Object value) {
            return ((Timestamp) value).getNanos() % 1_000 == 0;
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
    public long floor(Object value) {
        return encode(value);
    }

    @Override
    public boolean isExact(Object value) {
        return true;
    }

    @Override
    public boolean isCoarsened() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return false;
    }
}
