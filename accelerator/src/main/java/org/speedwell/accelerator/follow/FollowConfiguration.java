package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.text.ReadableTime;

/**
 * How a store follows its database. Immutable.
 *
 * {@snippet :
 * store.follow(FollowConfiguration.builder()
 *     .serverId(4711)                                 // of no other replica
 *     .silence(Duration.ofSeconds(30))
 *     .build());
 * }
 */
public final class FollowConfiguration {
    private static final long FIRST_SERVER_ID = 1L << 30;

    private final long serverId;
    private final Duration heartbeat;
    private final Duration silence;
    private final Duration retry;
    private final Optional<Duration> viewPeriod;
    private final boolean verifiesReloads;
    private final Optional<Duration> verifyPeriod;

    private FollowConfiguration(Builder builder) {
        this.serverId = builder.serverId;
        this.heartbeat = builder.heartbeat;
        this.silence = builder.silence;
        this.retry = builder.retry;
        this.viewPeriod = builder.viewPeriod;
        this.verifiesReloads = builder.verifiesReloads;
        this.verifyPeriod = builder.verifyPeriod;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** All defaults. */
    public static FollowConfiguration defaults() {
        return builder().build();
    }

    /** By which the server knows this application among its replicas; a random one of two thousand million unless set. */
    public long serverId() {
        return serverId;
    }

    /** How often a server that writes nothing tells that it is there; 250 ms unless set. */
    public Duration heartbeat() {
        return heartbeat;
    }

    /**
     * Returns how long a server may send no whole event, not even a heartbeat, before the connection is taken for lost; 10 s unless
     * set.
     */
    public Duration silence() {
        return silence;
    }

    /** The longest wait between two tries to reach a server; 5 s unless set. */
    public Duration retry() {
        return retry;
    }

    /**
     * How long after a load of the {@linkplain StoreConfiguration#views() views} in memory the next one begins. Where it is
     * empty, which it is unless set, a store with views refuses to follow.
     */
    public Optional<Duration> viewPeriod() {
        return viewPeriod;
    }

    /** Tells whether each table is compared with the database soon after it was reloaded; true unless set. */
    public boolean verifiesReloads() {
        return verifiesReloads;
    }

    /** Returns the time between two comparisons of all tables with the database; empty, for none, unless set. */
    public Optional<Duration> verifyPeriod() {
        return verifyPeriod;
    }

    /** Gathers settings; for one thread. */
    public static final class Builder {
        private long serverId = ThreadLocalRandom.current().nextLong(FIRST_SERVER_ID, 3 * FIRST_SERVER_ID);
        private Duration heartbeat = Duration.ofMillis(250);
        private Duration silence = Duration.ofSeconds(10);
        private Duration retry = Duration.ofSeconds(5);
        private Optional<Duration> viewPeriod = Optional.empty();
        private boolean verifiesReloads = true;
        private Optional<Duration> verifyPeriod = Optional.empty();

        private Builder() {}

        /**
         * See {@link FollowConfiguration#serverId()}.
         *
         * @throws IllegalArgumentException if it is none from 1 to 2<sup>32</sup> − 1
         */
        public Builder serverId(long id) {
            if (id < 1 || id > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("A server id is from 1 to 4294967295, not " + id);
            }
            this.serverId = id;
            return this;
        }

        /**
         * See {@link FollowConfiguration#heartbeat()}.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder heartbeat(Duration period) {
            this.heartbeat = atLeastAMillisecond("heartbeat", period);
            return this;
        }

        /**
         * See {@link FollowConfiguration#silence()}. It should be several times the heartbeat.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder silence(Duration longest) {
            this.silence = atLeastAMillisecond("silence", longest);
            return this;
        }

        /**
         * See {@link FollowConfiguration#retry()}.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder retry(Duration longest) {
            this.retry = atLeastAMillisecond("retry", longest);
            return this;
        }

        /**
         * Has all views in memory loaded anew so long after they were, as the binlog does not tell of them: they may be so
         * much older than tables, and have a time of loading on top.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder viewPeriod(Duration between) {
            this.viewPeriod = Optional.of(atLeastAMillisecond("period of views", between));
            return this;
        }

        /**
         * Compares all tables with the database, one after another, every so often. A table that differs is reloaded, and what
         * differed is in the log; {@link FollowStatus#differing()} counts such tables. A comparison reads each row of the database
         * once.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder verifyEvery(Duration period) {
            this.verifyPeriod = Optional.of(atLeastAMillisecond("period of comparisons", period));
            return this;
        }

        /** Does not compare a table with the database after it was reloaded. */
        public Builder withoutVerifiedReloads() {
            this.verifiesReloads = false;
            return this;
        }

        private static Duration atLeastAMillisecond(String name, Duration duration) {
            if (duration.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "The " + name + " is at least a millisecond, not " + ReadableTime.of(duration));
            }
            return duration;
        }

        /** @throws IllegalArgumentException if a server would be lost before its first heartbeat */
        public FollowConfiguration build() {
            if (silence.compareTo(heartbeat) <= 0) {
                throw new IllegalArgumentException("The silence, " + ReadableTime.of(silence)
                        + ", is to be longer than the heartbeat, " + ReadableTime.of(heartbeat));
            }
            return new FollowConfiguration(this);
        }
    }
}
