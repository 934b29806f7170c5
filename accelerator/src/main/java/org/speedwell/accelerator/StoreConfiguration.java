package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.ColumnLabel;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.model.ColumnPair;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.text.ReadableTime;

/**
 * The settings of an application's tables in memory. Immutable. Pass it to the application together with the bundle;
 * without it, all defaults apply:
 *
 * {@snippet :
 * new SakilaApplicationBuilder()
 *     .withBundle(InMemoryBundle.class)
 *     .withComponent(StoreConfiguration.class, () -> StoreConfiguration.builder()
 *         .withoutColumn(Film.DESCRIPTION)
 *         .reloadEvery(Duration.ofMinutes(10))
 *         .build())
 * }
 */
public final class StoreConfiguration {
    private final Settings set;

    private StoreConfiguration(Settings set) {
        this.set = set;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns a configuration with all defaults. */
    public static StoreConfiguration defaults() {
        return builder().build();
    }

    /** Returns the behaviour if a part of a pipeline cannot run on columns. The default is {@link Fallback#SILENT}. */
    public Fallback fallback() {
        return set.fallback;
    }

    /**
     * Returns the behaviour of streams before the first load and after clear(). The default is {@link NotLoaded#FAIL}.
     */
    public NotLoaded storeNotLoaded() {
        return set.storeNotLoaded;
    }

    /**
     * Returns the behaviour of streams over a table if one of its columns is not loaded.
     *
     * <p>{@link NotLoaded#FAIL}, the default, answers a query from memory if it needs only loaded columns. Otherwise
     * the query throws, for example when it creates an entity. {@link NotLoaded#SQL} runs such a query in the database,
     * and every query that returns an iterator or spliterator. Streams of such a table then take about 1 µs more.
     */
    public NotLoaded columnNotLoaded() {
        return set.columnNotLoaded;
    }

    /**
     * Returns the behaviour of streams that a thread creates inside a transaction of Speedment
     * ({@code TransactionComponent}).
     *
     * <p>{@link InTransaction#MEMORY}, the default, reads memory as usual. {@link InTransaction#SQL} reads the database
     * as the transaction sees it. With any other value than MEMORY, each stream checks for a transaction on its thread,
     * which takes about 10 ns.
     */
    public InTransaction inTransaction() {
        return set.inTransaction;
    }

    /**
     * Returns the behaviour of a load if it cannot load a table. A value may not fit, the table may differ from the
     * model, or the user may lack the privilege to read it.
     *
     * <p>{@link NotLoaded#FAIL}, the default, fails the load, and the previous version keeps serving.
     * {@link NotLoaded#SQL} logs a warning, lets the streams of that table read the database, and loads the other
     * tables. {@link StoreStatistics#tablesNotLoaded()} then lists the table. Each later load tries it again.
     */
    public NotLoaded tableNotLoaded() {
        return set.tableNotLoaded;
    }

    /**
     * Returns the behaviour of a load if it cannot load a value of this column. The default is {@link BadValue#FAIL}.
     */
    public BadValue badValue(ColumnIdentifier<?> column) {
        return set.badValues.getOrDefault(column.label(), set.badValue);
    }

    /** Returns whether a load reads the table. The default is true. */
    public boolean isLoaded(TableIdentifier<?> table) {
        return !set.omittedTables.contains(table);
    }

    /** Returns whether the column gets a sorted index, if its type allows one. The default is true. */
    public boolean isIndexed(ColumnIdentifier<?> column) {
        return !set.unindexed.contains(column.label());
    }

    /** Returns whether a load reads the column. The default is true. */
    public boolean isLoaded(ColumnIdentifier<?> column) {
        return !set.omitted.contains(column.label());
    }

    /**
     * Returns the indexes over two columns, in the order in which the builder added them. The default is an empty list.
     */
    public List<ColumnPair> multiIndexes() {
        return set.multiIndexes;
    }

    /**
     * Returns the database views to load as read-only tables, each with the columns of its key. The list is empty for a
     * view without a key. The default is an empty map.
     */
    public Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views() {
        return set.views;
    }

    /**
     * Returns the most connections that a load opens at once to each database. The default is the number of processors,
     * up to 4.
     *
     * <p>A load opens more than one connection only if they need not read the same moment, or are sure to read it: see
     * {@link LoadConfiguration.Builder#tableLocks()}.
     */
    public int connections() {
        return set.connections;
    }

    /**
     * Returns the most bytes of native memory that all versions of the application may take together, retired and new
     * ones included. The default is three quarters of the machine's memory outside the heap.
     */
    public long memoryBudget() {
        return set.memoryBudget;
    }

    /**
     * Returns the most bytes of heap that the states of all maintained queries may take together, as the store estimates
     * them. A result that the store computes from scratch needs no state. The default is a quarter of the largest heap.
     */
    public long maintainedBudget() {
        return set.maintainedBudget;
    }

    /**
     * Returns the duration from which a query counts as slow. The application then logs a warning and emits an event of
     * the flight recorder. The default is empty, which means never. If it is set, each stream takes a little longer,
     * because the engine measures its time.
     */
    public Optional<Duration> slowQuery() {
        return set.slowQuery;
    }

    /**
     * Returns the time from the end of a load to the automatic start of the next one. The default is empty, which means
     * never.
     */
    public Optional<Duration> reloadPeriod() {
        return set.reloadPeriod;
    }

    /** Returns the settings of loads that start automatically. The default is {@link LoadConfiguration#defaults()}. */
    public LoadConfiguration reload() {
        return set.reload;
    }

    /**
     * Returns the longest time that a load waits for a connection, or for the next bytes of a result. After that the
     * load fails. The default is one minute.
     */
    public Duration networkTimeout() {
        return set.networkTimeout;
    }

    /**
     * Returns the settings of the replication that starts after each load or open. The default is empty, which means no
     * replication.
     */
    public Optional<FollowConfiguration> follow() {
        return set.follow;
    }

    /**
     * Returns the greatest age of memory, by {@link DataStoreComponent#age()}. Beyond it, {@link #tooOld} defines the
     * behaviour of new streams. The default is empty, which means any age. If it is set, each stream checks the age,
     * which takes about 10 ns.
     */
    public Optional<Duration> maxAge() {
        return set.maxAge;
    }

    /** Returns the behaviour of streams if memory is too old: they throw, or read the database. */
    public NotLoaded tooOld() {
        return set.tooOld;
    }

    /**
     * Returns how long the store keeps replaced versions for {@link DataStoreComponent#snapshotAt}. The default is
     * zero. Versions share all data that did not change. The store drops them sooner if nine tenths of the memory
     * budget are in use.
     */
    public Duration keep() {
        return set.keep;
    }

    /**
     * Returns the share, from 0 to 1, of queries that the store also runs in the database to compare the results. The
     * default is 0.
     *
     * <p>The comparison runs in the background, at one binlog position. The application does not wait for it.
     *
     * <p>The store compares pipelines of fields, and of functions that the engine can {@linkplain #readsFunctions read},
     * if the result does not depend on an order that SQL does not guarantee. It therefore excludes {@code forEach} and
     * {@code peek}. It includes {@code limit}, {@code skip} and {@code findFirst} only after a sort that includes the
     * primary key. Lists compare without their order.
     *
     * <p>All other queries count as not comparable. They include queries with functions and collectors that the engine
     * cannot read, unless the store {@linkplain #shadowTrustsFunctions trusts} them. They also include answers
     * with objects of a class without {@code equals}, except entities. One comparison runs at a time. At most 64 wait,
     * and the store drops further ones.
     *
     * <p>A query with a function reads its whole table from the database. Each query of a {@link MemoryStore} does so,
     * and also reads all tables to which the entities refer. It holds one row at a time, but all rows of the other
     * tables. If these refer back to the table, it holds all rows of the table too.
     */
    public double shadow() {
        return set.shadow;
    }

    /**
     * Returns whether {@link #shadow} may run all functions of the application again, on another thread. Such functions
     * must have no side effects and always return the same result for the same arguments. The default is false: only
     * functions that the engine can read run again.
     */
    public boolean shadowTrustsFunctions() {
        return set.shadowTrustsFunctions;
    }

    /**
     * Returns whether the engine reads the class files of lambdas and method references. The default is true.
     *
     * <p>The engine runs a function on columns, without calling it, if the function only uses the entity's getters,
     * constants and immutable captured values. It calls all other functions as usual.
     */
    public boolean readsFunctions() {
        return set.readsFunctions;
    }

    private static final class Settings implements Cloneable {
        private static final int MAX_DEFAULT_CONNECTIONS = 4;
        Set<ColumnLabel> unindexed = new LinkedHashSet<>();
        Set<ColumnLabel> omitted = new LinkedHashSet<>();
        List<ColumnPair> multiIndexes = new ArrayList<>();
        Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views = new HashMap<>();
        Fallback fallback = Fallback.SILENT;
        NotLoaded storeNotLoaded = NotLoaded.FAIL;
        NotLoaded columnNotLoaded = NotLoaded.FAIL;
        InTransaction inTransaction = InTransaction.MEMORY;
        NotLoaded tableNotLoaded = NotLoaded.FAIL;
        BadValue badValue = BadValue.FAIL;
        Map<ColumnLabel, BadValue> badValues = new HashMap<>();
        Set<TableIdentifier<?>> omittedTables = new HashSet<>();
        int connections = Math.min(MAX_DEFAULT_CONNECTIONS, Runtime.getRuntime().availableProcessors());
        long memoryBudget = machineBudget();
        long maintainedBudget = Runtime.getRuntime().maxMemory() / 4;
        Optional<Duration> reloadPeriod = Optional.empty();
        LoadConfiguration reload = LoadConfiguration.defaults();
        Duration networkTimeout = Duration.ofMinutes(1);
        Optional<Duration> slowQuery = Optional.empty();
        Optional<FollowConfiguration> follow = Optional.empty();
        Optional<Duration> maxAge = Optional.empty();
        NotLoaded tooOld = NotLoaded.FAIL;
        Duration keep = Duration.ZERO;
        double shadow;
        boolean shadowTrustsFunctions;
        boolean readsFunctions = true;

        private static long machineBudget() {
            long heap = Runtime.getRuntime().maxMemory();
            long machine = ManagementFactory.getOperatingSystemMXBean()
                            instanceof com.sun.management.OperatingSystemMXBean system
                    ? system.getTotalMemorySize() // the limit of the container, if there is one
                    : 2 * heap;
            return Math.max(heap / 4, (machine - heap) / 4 * 3);
        }

        /** Returns a copy that later calls of the builder do not change. */
        Settings copy() {
            try {
                Settings copy = (Settings) clone();
                copy.badValues = Map.copyOf(badValues);
                copy.omittedTables = Set.copyOf(omittedTables);
                copy.unindexed = Set.copyOf(unindexed);
                copy.omitted = Set.copyOf(omitted);
                copy.multiIndexes = List.copyOf(multiIndexes);
                copy.views = Map.copyOf(views);
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** A builder of a {@link StoreConfiguration}. For one thread. */
    public static final class Builder {
        private final Settings set = new Settings();

        private Builder() {}

        /**
         * Sets {@link StoreConfiguration#shadow()}.
         *
         * @throws IllegalArgumentException if the share is not from 0 to 1
         */
        public Builder shadow(double share) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("The share of shadow queries must be from 0 to 1, not " + share);
            }
            set.shadow = share;
            return this;
        }

        /** Sets {@link StoreConfiguration#shadowTrustsFunctions()}. */
        public Builder shadowTrustsFunctions() {
            set.shadowTrustsFunctions = true;
            return this;
        }

        /** Turns off {@link StoreConfiguration#readsFunctions()}: the engine calls all functions. */
        public Builder withoutReadingFunctions() {
            set.readsFunctions = false;
            return this;
        }

        /** Sets {@link StoreConfiguration#fallback()}. */
        public Builder fallback(Fallback policy) {
            set.fallback = requireNonNull(policy);
            return this;
        }

        /** Sets {@link StoreConfiguration#storeNotLoaded()}. */
        public Builder storeNotLoaded(NotLoaded policy) {
            set.storeNotLoaded = requireNonNull(policy);
            return this;
        }

        /** Sets {@link StoreConfiguration#columnNotLoaded()}. */
        public Builder columnNotLoaded(NotLoaded policy) {
            set.columnNotLoaded = requireNonNull(policy);
            return this;
        }

        /** Sets {@link StoreConfiguration#inTransaction()}. */
        public Builder inTransaction(InTransaction policy) {
            set.inTransaction = requireNonNull(policy);
            return this;
        }

        /** Sets {@link StoreConfiguration#tableNotLoaded()}. */
        public Builder tableNotLoaded(NotLoaded policy) {
            set.tableNotLoaded = requireNonNull(policy);
            return this;
        }

        /**
         * Sets the behaviour of a load if it cannot load a value. {@link #badValue(Field, BadValue)} overrides it for
         * one column.
         */
        public Builder badValue(BadValue policy) {
            set.badValue = requireNonNull(policy);
            return this;
        }

        /** Sets the behaviour of a load if it cannot load a value of one column. */
        public Builder badValue(Field<?> field, BadValue policy) {
            set.badValues.put(field.identifier().label(), requireNonNull(policy));
            return this;
        }

        /** Excludes a table from loads. In an application of Speedment, its streams read the database. */
        public Builder withoutTable(TableIdentifier<?> table) {
            set.omittedTables.add(requireNonNull(table));
            return this;
        }

        /**
         * Loads a database view as a read-only table. The rows are those at the moment of the load, because the binlog
         * does not contain changes of views. {@link FollowConfiguration.Builder#viewPeriod} sets how often a store with
         * replication reloads its views.
         *
         * @param key columns that together identify a row and contain no NULL. They define the order of the rows. A
         * load fails if two rows have the same key. Without a key, the rows have the order in which the database
         * returns them.
         * @throws IllegalArgumentException if a field of the key belongs to another table, or occurs twice
         */
        @SafeVarargs
        public final <E> Builder withView(TableIdentifier<E> view, Field<E>... key) {
            List<ColumnIdentifier<?>> columns = new ArrayList<>();
            for (Field<E> field : key) {
                ColumnIdentifier<E> column = field.identifier();
                if (!column.asTableIdentifier().equals(view) || columns.contains(column)) {
                    throw new IllegalArgumentException("The key of view " + view.getTableId() + " cannot contain "
                            + column.getTableId() + "." + column.getColumnId()
                            + (columns.contains(column) ? " twice." : ". Pass only fields of the view."));
                }
                columns.add(column);
            }
            set.views.put(view, List.copyOf(columns));
            return this;
        }

        /** Creates no index for a column. This saves its memory, and filters on the column scan. */
        public Builder withoutIndex(Field<?> field) {
            set.unindexed.add(field.identifier().label());
            return this;
        }

        /** Excludes a column from loads. {@link #columnNotLoaded} defines the behaviour of queries that need it. */
        public Builder withoutColumn(Field<?> field) {
            set.omitted.add(field.identifier().label());
            return this;
        }

        /**
         * Adds an index over two columns of one table. It serves equality on the first column together with equality or
         * a range on the second one.
         *
         * @throws IllegalArgumentException if both fields are the same, or belong to different tables
         */
        public <E> Builder withMultiIndex(Field<E> first, Field<E> second) {
            ColumnIdentifier<E> a = first.identifier();
            ColumnIdentifier<E> b = second.identifier();
            if (a.equals(b) || !a.asTableIdentifier().equals(b.asTableIdentifier())) {
                throw new IllegalArgumentException(
                        "An index over two columns takes two different fields of one table, not " + a + " and " + b);
            }
            set.multiIndexes.add(new ColumnPair(SpeedmentIds.of(a), SpeedmentIds.of(b)));
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#connections()}.
         *
         * @throws IllegalArgumentException if the number is less than 1
         */
        public Builder connections(int atOnce) {
            if (atOnce < 1) {
                throw new IllegalArgumentException("A load needs at least one connection, not " + atOnce);
            }
            set.connections = atOnce;
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#memoryBudget()}.
         *
         * @throws IllegalArgumentException if the number of bytes is less than 1
         */
        public Builder memoryBudget(long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("The memory budget must be at least 1 byte, not " + bytes);
            }
            set.memoryBudget = bytes;
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#maintainedBudget()}.
         *
         * @throws IllegalArgumentException if the number of bytes is negative
         */
        public Builder maintainedBudget(long bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException(
                        "The budget of maintained queries must not be negative, but is " + bytes);
            }
            set.maintainedBudget = bytes;
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#reloadPeriod()}.
         *
         * @throws IllegalArgumentException if the period is not positive
         */
        public Builder reloadEvery(Duration period) {
            if (!period.isPositive()) {
                throw new IllegalArgumentException(
                        "The reload period must be positive, not " + ReadableTime.of(period));
            }
            set.reloadPeriod = Optional.of(period);
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#reloadPeriod()}, and {@link StoreConfiguration#reload()} for these loads.
         *
         * @throws IllegalArgumentException if the period is not positive
         */
        public Builder reloadEvery(Duration period, LoadConfiguration how) {
            set.reload = requireNonNull(how);
            return reloadEvery(period);
        }

        /**
         * Sets {@link StoreConfiguration#networkTimeout()}.
         *
         * @throws IllegalArgumentException if the time is less than a millisecond
         */
        public Builder networkTimeout(Duration silence) {
            if (silence.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "The network timeout must be at least 1 ms, not " + ReadableTime.of(silence));
            }
            set.networkTimeout = silence;
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#slowQuery()}.
         *
         * @throws IllegalArgumentException if the threshold is negative
         */
        public Builder slowQuery(Duration threshold) {
            if (threshold.isNegative()) {
                throw new IllegalArgumentException(
                        "The threshold of slow queries must not be negative, but is " + ReadableTime.of(threshold));
            }
            set.slowQuery = Optional.of(threshold);
            return this;
        }

        /** Sets {@link StoreConfiguration#follow()}. */
        public Builder follow(FollowConfiguration how) {
            set.follow = Optional.of(how);
            return this;
        }

        /** Starts replication after each load or open, with all defaults: see {@link #follow(FollowConfiguration)}. */
        public Builder follow() {
            return follow(FollowConfiguration.defaults());
        }

        /**
         * Sets {@link StoreConfiguration#maxAge()} and {@link StoreConfiguration#tooOld()}.
         *
         * @param beyond the behaviour of streams if memory is older: {@link NotLoaded#FAIL} or {@link NotLoaded#SQL}
         * @throws IllegalArgumentException if the age is not positive
         */
        public Builder maxAge(Duration age, NotLoaded beyond) {
            if (!age.isPositive()) {
                throw new IllegalArgumentException("The maximum age must be positive, not " + ReadableTime.of(age));
            }
            set.maxAge = Optional.of(age);
            set.tooOld = requireNonNull(beyond);
            return this;
        }

        /**
         * Sets {@link StoreConfiguration#keep()}.
         *
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder keep(Duration time) {
            if (time.isNegative()) {
                throw new IllegalArgumentException(
                        "The time to keep versions must not be negative, but is " + ReadableTime.of(time));
            }
            set.keep = time;
            return this;
        }

        public StoreConfiguration build() {
            return new StoreConfiguration(set.copy());
        }
    }
}
