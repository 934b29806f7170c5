package org.speedwell.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What {@code speedwell.*} says. What is not set is as {@link StoreConfiguration} has it.
 *
 * @param applicationBuilder the generated application builder's class, where no bean is one
 * @param schema the schema's name in the database, where it is another than in the model
 * @param load when the tables are loaded
 * @param file file that is opened at start, if it is there, and to which loaded versions are saved
 * @param reloadEvery how long after a load the next one begins by itself
 * @param memoryBudget the most native memory that all versions may take together
 * @param connections how many connections a load may use at once
 * @param networkTimeout how long the database may keep a load waiting
 * @param maxAge how old memory may be
 * @param tooOld what becomes of streams when memory is older
 * @param stoppedTables the health while a table cannot be followed any more
 * @param fallback what happens where a pipeline leaves columns
 * @param slowQuery how long a query may take before the log tells it
 * @param timeQueries whether a timer tells how long queries take, which costs each some microsecond
 * @param follow whether and how the database is followed
 * @param rest which tables are served by REST
 */
@ConfigurationProperties("speedwell")
public record SpeedwellProperties(
        @Nullable String applicationBuilder,
        @Nullable String schema,
        @DefaultValue("at-start") Loading load,
        @Nullable Path file,
        @Nullable Duration reloadEvery,
        @Nullable DataSize memoryBudget,
        @Nullable Integer connections,
        @Nullable Duration networkTimeout,
        @Nullable Duration maxAge,
        @DefaultValue("fail") NotLoaded tooOld,
        @DefaultValue("out-of-service") StoppedTables stoppedTables,
        @Nullable Fallback fallback,
        @Nullable Duration slowQuery,
        @DefaultValue("false") boolean timeQueries,
        @DefaultValue Follow follow,
        @DefaultValue Rest rest) {

    /** When the tables are loaded. */
    public enum Loading {
        /** Before the application takes requests, which it does not if that fails. */
        AT_START,
        /** While it takes requests; streams throw until the first version is there. */
        BEHIND,
        /** When the application asks for it. */
        NEVER
    }

    /** The health of a store that has stopped to follow the database, or one of its tables, so that what it serves grows old. */
    public enum StoppedTables {
        OUT_OF_SERVICE,
        DOWN
    }

    /**
     * How the database is followed.
     *
     * @param enabled whether the database is followed as soon as a version is in memory
     * @param serverId number by which the server knows this application among its replicas
     * @param verifyEvery the time between two comparisons of all tables with the database; none unless set
     * @param url address of the servers whose binlog is read, where it is not that of the data source
     * @param username who reads the binlog, where it is not the data source's user
     * @param password that of the user who reads the binlog
     */
    public record Follow(
            @DefaultValue("false") boolean enabled,
            @Nullable Long serverId,
            @Nullable Duration verifyEvery,
            @Nullable String url,
            @Nullable String username,
            @Nullable String password) {

        FollowConfiguration configuration() {
            FollowConfiguration.Builder builder = FollowConfiguration.builder();
            set("follow.server-id", serverId, builder::serverId);
            set("follow.verify-every", verifyEvery, builder::verifyEvery);
            return builder.build();
        }

        @Override
        public String toString() {
            return "Follow[enabled=" + enabled + "]"; // no password
        }
    }

    /**
     * What is served by REST.
     *
     * @param path what stands in front of schema and table, such as /api
     * @param tables which tables are served; none unless named here
     * @param limit number of rows of an answer, where the client does not say how many
     * @param maxLimit number of rows of an answer at most
     * @param maxConditions number of conditions of a filter at most
     * @param waitingWorkers number of the server's threads that may wait for clients that read slowly; virtual threads write all
     *     other answers
     * @param writeTimeout time after which an answer that is still being written is cut off
     */
    public record Rest(
            @DefaultValue("") String path,
            @DefaultValue List<Table> tables,
            @DefaultValue("25") int limit,
            @DefaultValue("1000") int maxLimit,
            @DefaultValue("100") int maxConditions,
            @DefaultValue("8") int waitingWorkers,
            @DefaultValue("1m") Duration writeTimeout) {

        /** @throws BadPropertyException if a number or a time is out of its range */
        public Rest {
            require(limit >= 0, "limit", limit, "0 or more");
            require(maxLimit >= limit, "max-limit", maxLimit, "at least speedwell.rest.limit, which is " + limit);
            require(maxConditions >= 1, "max-conditions", maxConditions, "1 or more");
            require(waitingWorkers >= 0, "waiting-workers", waitingWorkers, "0 or more");
            require(writeTimeout.isPositive(), "write-timeout", writeTimeout.toMillis() + " ms", "longer than 0");
        }

        private static void require(boolean isSo, String name, Object value, String range) {
            if (!isSo) {
                String property = "speedwell.rest." + name;
                throw new BadPropertyException(
                        property, "%s is %s, but has to be %s.".formatted(property, value, range));
            }
        }

        /**
         * A table that is served.
         *
         * @param name of the table, with its schema's in front ({@code sakila.film}) where several have it; {@code *} for all tables
         * @param fields of its rows that are served, by the names of the entity's properties; all unless some are named
         */
        public record Table(String name, @DefaultValue List<String> fields) {}
    }

    /** @throws BadPropertyException if a property has a value that the store refuses */
    StoreConfiguration.Builder configuration() {
        StoreConfiguration.Builder builder = StoreConfiguration.builder();
        set("fallback", fallback, builder::fallback);
        set("reload-every", reloadEvery, builder::reloadEvery);
        set("memory-budget", memoryBudget, budget -> builder.memoryBudget(budget.toBytes()));
        set("connections", connections, builder::connections);
        set("network-timeout", networkTimeout, builder::networkTimeout);
        set("max-age", maxAge, age -> builder.maxAge(age, tooOld));
        set("slow-query", slowQuery, builder::slowQuery);
        if (follow.enabled()) {
            builder.follow(follow.configuration());
        }
        return builder;
    }

    private static <T> void set(String name, @Nullable T value, Consumer<T> setter) {
        if (value == null) {
            return;
        }
        try {
            setter.accept(value);
        } catch (IllegalArgumentException e) {
            String property = "speedwell." + name;
            throw new BadPropertyException(property, "%s cannot be used: %s.".formatted(property, e.getMessage()), e);
        }
    }
}
