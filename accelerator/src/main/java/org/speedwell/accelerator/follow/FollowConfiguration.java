package org.speedwell.accelerator.follow;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.text.ReadableTime;

/**
 * The settings with which a store follows its database. Immutable.
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
    private final Optional<ChangeSource> changeSource;

    private FollowConfiguration(Builder builder) {
        this.serverId = builder.serverId;
        this.heartbeat = builder.heartbeat;
        this.silence = builder.silence;
        this.retry = builder.retry;
        this.viewPeriod = builder.viewPeriod;
        this.verifiesReloads = builder.verifiesReloads;
        this.verifyPeriod = builder.verifyPeriod;
        this.changeSource = builder.changeSource;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the default settings. */
    public static FollowConfiguration defaults() {
        return builder().build();
    }

    /**
     * Returns the id by which the server identifies this application among its replicas. By default it is a random id
     * out of about 2 · 10⁹.
     */
    public long serverId() {
        return serverId;
    }

    /** Returns the interval at which an idle server sends a heartbeat. The default is 250 ms. */
    public Duration heartbeat() {
        return heartbeat;
    }

    /**
     * Returns the time without any complete event, including heartbeats, after which the connection counts as lost. The
     * default is 10 s.
     */
    public Duration silence() {
        return silence;
    }

    /** Returns the longest wait between two attempts to reach a server. The default is 5 s. */
    public Duration retry() {
        return retry;
    }

    /**
     * Returns the time between the end of a load of the {@linkplain StoreConfiguration#views() views} in memory and the
     * start of the next. The default is empty; a store with views then refuses to follow.
     */
    public Optional<Duration> viewPeriod() {
        return viewPeriod;
    }

    /**
     * Returns whether the store compares each table with the database soon after reloading it. The default is true. It
     * does not compare tables if it has loaded only a part of a table.
     */
    public boolean verifiesReloads() {
        return verifiesReloads;
    }

    /**
     * Returns the time between two comparisons of all tables with the database. The default is empty: the store makes
     * no such comparisons.
     */
    public Optional<Duration> verifyPeriod() {
        return verifyPeriod;
    }

    /** Returns the source of the changes. The default is empty: the store reads the server's binlog. */
    public Optional<ChangeSource> changeSource() {
        return changeSource;
    }

    /** A builder of the settings. For one thread. */
    public static final class Builder {
        private long serverId = ThreadLocalRandom.current().nextLong(FIRST_SERVER_ID, 3 * FIRST_SERVER_ID);
        private Duration heartbeat = Duration.ofMillis(250);
        private Duration silence = Duration.ofSeconds(10);
        private Duration retry = Duration.ofSeconds(5);
        private Optional<Duration> viewPeriod = Optional.empty();
        private boolean verifiesReloads = true;
        private Optional<Duration> verifyPeriod = Optional.empty();
        private Optional<ChangeSource> changeSource = Optional.empty();

        private Builder() {}

        /**
         * Sets the {@link FollowConfiguration#serverId()}.
         *
         * @throws IllegalArgumentException if the id is not from 1 to 2<sup>32</sup> − 1
         */
        public Builder serverId(long id) {
            if (id < 1 || id > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("A server id must be from 1 to 4294967295, but is " + id + ".");
            }
            this.serverId = id;
            return this;
        }

        /**
         * Sets the {@link FollowConfiguration#heartbeat()}.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder heartbeat(Duration period) {
            this.heartbeat = atLeastAMillisecond("heartbeat", period);
            return this;
        }

        /**
         * Sets the {@link FollowConfiguration#silence()}. It should be several times the heartbeat.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder silence(Duration longest) {
            this.silence = atLeastAMillisecond("silence", longest);
            return this;
        }

        /**
         * Sets the {@link FollowConfiguration#retry()}.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder retry(Duration longest) {
            this.retry = atLeastAMillisecond("retry", longest);
            return this;
        }

        /**
         * Sets the time between two loads of all views in memory, because the binlog does not contain changes of views.
         * Views may lag behind tables by this time plus the duration of a load.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder viewPeriod(Duration between) {
            this.viewPeriod = Optional.of(atLeastAMillisecond("viewPeriod", between));
            return this;
        }

        /**
         * Compares all tables with the database, one after another, once per period. The store reloads a table that
         * differs and logs the differences; {@link FollowStatus#differing()} counts such tables. A comparison reads
         * each row of the database once. A store that has loaded only a part of a table does not follow with this setting.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder verifyEvery(Duration period) {
            this.verifyPeriod = Optional.of(atLeastAMillisecond("period of verifyEvery", period));
            return this;
        }

        /** Turns off the comparison of a table with the database after a reload. */
        public Builder withoutVerifiedReloads() {
            this.verifiesReloads = false;
            return this;
        }

        /**
         * Reads the changes from another source than the server's binlog, such as Debezium's topics in Kafka. The store
         * still loads its tables from the database.
         */
        public Builder changesFrom(ChangeSource source) {
            this.changeSource = Optional.of(source);
            return this;
        }

        private static Duration atLeastAMillisecond(String name, Duration duration) {
            if (duration.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "The " + name + " must be at least 1 ms, but is " + ReadableTime.of(duration) + ".");
            }
            return duration;
        }

        /**
         * Builds the settings.
         *
         * @throws IllegalArgumentException if the silence is not longer than the heartbeat
         */
        public FollowConfiguration build() {
            if (silence.compareTo(heartbeat) <= 0) {
                throw new IllegalArgumentException("The silence (" + ReadableTime.of(silence)
                        + ") must be longer than the heartbeat (" + ReadableTime.of(heartbeat) + ").");
            }
            return new FollowConfiguration(this);
        }
    }
}
