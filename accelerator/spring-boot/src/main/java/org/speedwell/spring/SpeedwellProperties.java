package org.speedwell.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.InTransaction;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code speedwell.*}. For a property that is not set, {@link StoreConfiguration} defines the default.
 *
 * @param applicationBuilder the class name of the generated application builder, if no bean is one
 * @param tables the tables of an application without Speedment: names of entities, tables or classes, or {@code *} for
 * all entities; memory also holds the tables to which they refer
 * @param schema the schema's name in the database, if it differs from the name in the model
 * @param load when the application loads the tables
 * @param file the file that the application opens at start, if it exists, and to which it saves loaded versions
 * @param fileMode how the application opens the file
 * @param reloadEvery the time between a load and the next automatic load
 * @param memoryBudget the maximum native memory of all versions together
 * @param maintainedBudget the maximum heap that the states of all maintained queries take together
 * @param connections the maximum number of connections that a load uses at once
 * @param networkTimeout the maximum time that a load waits for the database
 * @param maxAge the maximum age of the version in memory
 * @param tooOld what streams do when the version in memory is older than {@code maxAge}
 * @param inTransaction what streams do that a thread creates inside a transaction: memory does not show its changes
 * @param stoppedTables the health of the store while it does not replicate a table any more
 * @param fallback what a pipeline does with an operation that columns cannot evaluate
 * @param slowQuery the time from which the log reports a query as slow
 * @param timeQueries true if a timer measures queries, which costs about a microsecond a query
 * @param follow the settings of replication
 * @param readYourWrites true if the streams of a {@code StreamRepository} wait until memory shows the earlier commits
 * of the same thread or web request
 * @param readYourWritesTimeout the maximum time that such a stream waits
 * @param rest the tables that REST serves, and its limits
 */
@ConfigurationProperties("speedwell")
public record SpeedwellProperties(
        @Nullable String applicationBuilder,
        @DefaultValue List<String> tables,
        @Nullable String schema,
        @DefaultValue("at-start") Loading load,
        @Nullable Path file,
        @DefaultValue("verified") OpenMode fileMode,
        @Nullable Duration reloadEvery,
        @Nullable DataSize memoryBudget,
        @Nullable DataSize maintainedBudget,
        @Nullable Integer connections,
        @Nullable Duration networkTimeout,
        @Nullable Duration maxAge,
        @DefaultValue("fail") NotLoaded tooOld,
        @Nullable InTransaction inTransaction,
        @DefaultValue("out-of-service") StoppedTables stoppedTables,
        @Nullable Fallback fallback,
        @Nullable Duration slowQuery,
        @DefaultValue("false") boolean timeQueries,
        @DefaultValue Follow follow,
        @DefaultValue("false") boolean readYourWrites,
        @DefaultValue("5s") Duration readYourWritesTimeout,
        @DefaultValue Rest rest) {

    /** @throws BadPropertyException if the timeout of {@code readYourWrites} is not positive */
    public SpeedwellProperties {
        require(
                readYourWritesTimeout.isPositive(),
                "read-your-writes-timeout",
                readYourWritesTimeout.toMillis() + " ms",
                "longer than 0");
    }

    /** The time at which the application loads the tables. */
    public enum Loading {
        /** A load before the application accepts requests. If the load fails, the application does not start. */
        AT_START,
        /**
         * A load while the application accepts requests. Streams throw an exception until the first version is in
         * memory.
         */
        BEHIND,
        /** No automatic load: the application calls the store itself. */
        NEVER
    }

    /**
     * The health of a store that no longer replicates the database or one of its tables, so that its data becomes
     * stale.
     */
    public enum StoppedTables {
        OUT_OF_SERVICE,
        DOWN
    }

    /**
     * The settings of replication.
     *
     * @param enabled true if replication starts as soon as a version is in memory
     * @param serverId the number that identifies this application among the server's replicas
     * @param verifyEvery the time between two comparisons of all tables with the database; without it there are no
     * comparisons
     * @param url the address of the servers whose binlog the application reads, if it differs from the data source's
     * address
     * @param username the user of the binlog connection, if it differs from the data source's user
     * @param password the password of the user of the binlog connection
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
            return "Follow[enabled=" + enabled + "]"; // without the password
        }
    }

    /**
     * The settings of REST.
     *
     * @param path the prefix of all paths, such as {@code /api}
     * @param tables the tables that REST serves; an empty list means none
     * @param limit the number of rows of an answer if the client does not set a limit
     * @param maxLimit the maximum number of rows of an answer
     * @param maxConditions the maximum number of conditions of a filter
     * @param waitingWorkers the number of the server's threads that may wait for slow clients; virtual threads write
     * all other answers
     * @param writeTimeout the time after which the application cuts off an answer that it is still writing
     * @param maxWatchers the maximum number of clients that watch queries at once
     * @param watchHeartbeat the time without events after which a client that watches a query receives a comment
     */
    public record Rest(
            @DefaultValue("") String path,
            @DefaultValue List<Table> tables,
            @DefaultValue("25") int limit,
            @DefaultValue("1000") int maxLimit,
            @DefaultValue("100") int maxConditions,
            @DefaultValue("8") int waitingWorkers,
            @DefaultValue("1m") Duration writeTimeout,
            @DefaultValue("1000") int maxWatchers,
            @DefaultValue("15s") Duration watchHeartbeat) {

        /** @throws BadPropertyException if a number or a time is out of its range */
        public Rest {
            require(limit >= 0, "rest.limit", limit, "0 or more");
            require(maxLimit >= limit, "rest.max-limit", maxLimit, "at least speedwell.rest.limit, which is " + limit);
            require(maxConditions >= 1, "rest.max-conditions", maxConditions, "1 or more");
            require(waitingWorkers >= 0, "rest.waiting-workers", waitingWorkers, "0 or more");
            require(writeTimeout.isPositive(), "rest.write-timeout", writeTimeout.toMillis() + " ms", "longer than 0");
            require(maxWatchers >= 0, "rest.max-watchers", maxWatchers, "0 or more");
            require(
                    watchHeartbeat.isPositive(),
                    "rest.watch-heartbeat",
                    watchHeartbeat.toMillis() + " ms",
                    "longer than 0");
        }

        /**
         * A table that REST serves.
         *
         * @param name the name of the table, or {@code *} for all tables; if several schemas have the table,
         * {@code sakila.film} names one
         * @param fields the names of the entity's properties that REST serves; an empty list means all
         */
        public record Table(String name, @DefaultValue List<String> fields) {}
    }

    /**
     * Returns a builder of the store's configuration with the values of the properties.
     *
     * @throws BadPropertyException if a property has a value that the store refuses
     */
    StoreConfiguration.Builder configuration() {
        StoreConfiguration.Builder builder = StoreConfiguration.builder();
        set("fallback", fallback, builder::fallback);
        set("reload-every", reloadEvery, builder::reloadEvery);
        set("memory-budget", memoryBudget, budget -> builder.memoryBudget(budget.toBytes()));
        set("maintained-budget", maintainedBudget, budget -> builder.maintainedBudget(budget.toBytes()));
        set("connections", connections, builder::connections);
        set("network-timeout", networkTimeout, builder::networkTimeout);
        set("max-age", maxAge, age -> builder.maxAge(age, tooOld));
        set("in-transaction", inTransaction, builder::inTransaction);
        set("slow-query", slowQuery, builder::slowQuery);
        if (follow.enabled()) {
            builder.follow(follow.configuration());
        }
        return builder;
    }

    private static void require(boolean isValid, String name, Object value, String range) {
        if (!isValid) {
            String property = "speedwell." + name;
            throw new BadPropertyException(property, "%s is %s, but must be %s.".formatted(property, value, range));
        }
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
