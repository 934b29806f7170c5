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
import org.speedwell.accelerator.column.ReadableTime;

/**
 * How an application's tables are kept in memory. Immutable; given to the application next to the bundle, and where none
 * is given the defaults hold:
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
    private final Fallback fallback;
    private final NotLoaded storeNotLoaded;
    private final NotLoaded columnNotLoaded;
    private final InTransaction inTransaction;
    private final NotLoaded tableNotLoaded;
    private final BadValue badValue;
    private final Map<ColumnLabel, BadValue> badValues;
    private final Set<TableIdentifier<?>> omittedTables;
    private final Set<ColumnLabel> unindexed;
    private final Set<ColumnLabel> omitted;
    private final List<MultiIndex> multiIndexes;
    private final Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views;
    private final int connections;
    private final long memoryBudget;
    private final Optional<Duration> reloadPeriod;
    private final LoadConfiguration reload;
    private final Duration networkTimeout;
    private final Optional<Duration> slowQuery;
    private final Optional<FollowConfiguration> follow;
    private final Optional<Duration> maxAge;
    private final NotLoaded tooOld;
    private final Duration keep;
    private final double shadow;
    private final boolean shadowTrustsFunctions;
    private final boolean readsFunctions;

    /** Two columns of one table that get an index of their own, by the first and, where that is equal, the second. */
    public record MultiIndex(ColumnIdentifier<?> first, ColumnIdentifier<?> second) {}

    private StoreConfiguration(Builder builder) {
        this.fallback = builder.fallback;
        this.storeNotLoaded = builder.storeNotLoaded;
        this.columnNotLoaded = builder.columnNotLoaded;
        this.inTransaction = builder.inTransaction;
        this.tableNotLoaded = builder.tableNotLoaded;
        this.badValue = builder.badValue;
        this.badValues = Map.copyOf(builder.badValues);
        this.omittedTables = Set.copyOf(builder.omittedTables);
        this.unindexed = Set.copyOf(builder.unindexed);
        this.omitted = Set.copyOf(builder.omitted);
        this.multiIndexes = List.copyOf(builder.multiIndexes);
        this.views = Map.copyOf(builder.views);
        this.connections = builder.connections;
        this.memoryBudget = builder.memoryBudget;
        this.reloadPeriod = builder.reloadPeriod;
        this.reload = builder.reload;
        this.networkTimeout = builder.networkTimeout;
        this.slowQuery = builder.slowQuery;
        this.follow = builder.follow;
        this.maxAge = builder.maxAge;
        this.tooOld = builder.tooOld;
        this.keep = builder.keep;
        this.shadow = builder.shadow;
        this.shadowTrustsFunctions = builder.shadowTrustsFunctions;
        this.readsFunctions = builder.readsFunctions;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** All defaults. */
    public static StoreConfiguration defaults() {
        return builder().build();
    }

    /** What happens where a part of a pipeline cannot run on columns; {@link Fallback#SILENT} unless set. */
    public Fallback fallback() {
        return fallback;
    }

    /** What becomes of streams before the first load and after clear(); {@link NotLoaded#FAIL} unless set. */
    public NotLoaded storeNotLoaded() {
        return storeNotLoaded;
    }

    /**
     * What becomes of streams of a table of which a column is not loaded: {@link NotLoaded#FAIL}, the default, answers from
     * memory what needs the loaded columns alone and throws where the value of another is asked for, as where an entity is
     * made; {@link NotLoaded#SQL} lets such a query come from the database, and so each that hands out an iterator or
     * spliterator. Streams of such a table then take about a microsecond more.
     */
    public NotLoaded columnNotLoaded() {
        return columnNotLoaded;
    }

    /**
     * What becomes of streams that are made inside a transaction of Speedment's ({@code TransactionComponent}), on its thread:
     * {@link InTransaction#MEMORY}, the default, answers from memory as everywhere, {@link InTransaction#SQL} from the
     * database as the transaction sees it. Where it is not MEMORY, every stream looks up whether its thread is in one, some ten
     * nanoseconds.
     */
    public InTransaction inTransaction() {
        return inTransaction;
    }

    /**
     * What becomes of a table that cannot be loaded, because a value does not fit, it differs from the model, or the user
     * may not read it: {@link NotLoaded#FAIL}, the default, lets the load fail, and the version before goes on serving;
     * {@link NotLoaded#SQL} leaves the table to the database, with a warning in the log, and loads the others. It then
     * stands in {@link StoreStatistics#tablesNotLoaded()}. Each load tries anew.
     */
    public NotLoaded tableNotLoaded() {
        return tableNotLoaded;
    }

    /** What a load does with a value of this column that cannot be loaded; {@link BadValue#FAIL} unless set. */
    public BadValue badValue(ColumnIdentifier<?> column) {
        return badValues.getOrDefault(column.label(), badValue);
    }

    /** Whether the table is loaded: all are unless left out. */
    public boolean isLoaded(TableIdentifier<?> table) {
        return !omittedTables.contains(table);
    }

    /** Whether the column gets a sorted index, if it can have one: all do unless turned off. */
    public boolean isIndexed(ColumnIdentifier<?> column) {
        return !unindexed.contains(column.label());
    }

    /** Whether the column is loaded: all are unless turned off. */
    public boolean isLoaded(ColumnIdentifier<?> column) {
        return !omitted.contains(column.label());
    }

    /** Indexes over two columns, in the order in which they were asked for; none unless set. */
    public List<MultiIndex> multiIndexes() {
        return multiIndexes;
    }

    /** Views that are loaded as tables that nobody writes to, each with the columns of its key if it was given one; none unless set. */
    public Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views() {
        return views;
    }

    /**
     * How many connections a load may use at once on each database; as many as processors, up to 4, unless set. More than
     * one are used where they need not see one moment, or are sure to: see
     * {@link LoadConfiguration.Builder#tableLocks()}.
     */
    public int connections() {
        return connections;
    }

    /**
     * The most native bytes that all snapshots of the application may take together, a retired one and a new one
     * included; three quarters of the machine's memory beside the heap unless set.
     */
    public long memoryBudget() {
        return memoryBudget;
    }

    /**
     * How long a query may take before it is told, as a warning in the log and an event of the flight recorder; empty, which
     * is never, unless set. Where it is set, every stream takes a little longer: it is timed.
     */
    public Optional<Duration> slowQuery() {
        return slowQuery;
    }

    /** How long after a load the next one begins by itself; empty, which is never, unless set. */
    public Optional<Duration> reloadPeriod() {
        return reloadPeriod;
    }

    /** How the loads are done that begin by themselves; all defaults unless set. */
    public LoadConfiguration reload() {
        return reload;
    }

    /**
     * How long a database may keep a load waiting, for a connection or for the next bytes of an answer, before the load
     * fails; a minute unless set.
     */
    public Duration networkTimeout() {
        return networkTimeout;
    }

    /** Whether, and how, the database is followed as soon as a version is loaded or opened; empty, which is not, unless set. */
    public Optional<FollowConfiguration> follow() {
        return follow;
    }

    /**
     * How old memory may be, as {@link DataStoreComponent#age()} tells, before {@link #tooOld} says what becomes of new
     * streams; empty, which is any age, unless set. Where it is set, every stream asks, some ten nanoseconds.
     */
    public Optional<Duration> maxAge() {
        return maxAge;
    }

    /** Whether a stream of memory that is too old throws, or comes from the database. */
    public NotLoaded tooOld() {
        return tooOld;
    }

    /**
     * How long versions that were replaced are kept for {@link DataStoreComponent#snapshotAt}; not at all unless set. They
     * share with the others all that did not change, and go sooner where nine tenths of the memory budget are used.
     */
    public Duration keep() {
        return keep;
    }

    /**
     * The share, from 0 to 1, of the queries answered by memory that the database is asked, too, in the background: memory and
     * database at one position of the binlog, while the application has its answer already. 0, which is none, unless set.
     *
     * <p>Asked are pipelines of fields, their predicates and comparators whose answer does not depend on an order that SQL
     * does not promise: no {@code limit}, {@code skip} or {@code findFirst} but behind an order by the primary key, no {@code
     * forEach} and {@code peek}. Others are counted as not comparable, and so are those with functions of the application,
     * unless it {@linkplain #shadowTrustsFunctions trusts} them. Lists are compared without their order. One query at a time is
     * asked, 64 wait at most, and more are dropped.
     */
    public double shadow() {
        return shadow;
    }

    /**
     * Whether functions of the application may be run again by {@link #shadow}, on another thread, as they change nothing and
     * say the same each time; not unless set.
     */
    public boolean shadowTrustsFunctions() {
        return shadowTrustsFunctions;
    }

    /**
     * Whether lambdas and method references that streams are given are read from their class files, true unless set: those that only
     * compute from the entity's getters, constants and immutable captured values are then run on columns, as fields and their
     * predicates are, and not called. All others are called as ever.
     */
    public boolean readsFunctions() {
        return readsFunctions;
    }

    /** Gathers settings; for one thread. */
    public static final class Builder {
        private static final int MAX_DEFAULT_CONNECTIONS = 4;

        private final Set<ColumnLabel> unindexed = new LinkedHashSet<>();
        private final Set<ColumnLabel> omitted = new LinkedHashSet<>();
        private final List<MultiIndex> multiIndexes = new ArrayList<>();
        private final Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views = new HashMap<>();
        private Fallback fallback = Fallback.SILENT;
        private NotLoaded storeNotLoaded = NotLoaded.FAIL;
        private NotLoaded columnNotLoaded = NotLoaded.FAIL;
        private InTransaction inTransaction = InTransaction.MEMORY;
        private NotLoaded tableNotLoaded = NotLoaded.FAIL;
        private BadValue badValue = BadValue.FAIL;
        private final Map<ColumnLabel, BadValue> badValues = new HashMap<>();
        private final Set<TableIdentifier<?>> omittedTables = new HashSet<>();
        private int connections =
                Math.min(MAX_DEFAULT_CONNECTIONS, Runtime.getRuntime().availableProcessors());
        private long memoryBudget = machineBudget();
        private Optional<Duration> reloadPeriod = Optional.empty();
        private LoadConfiguration reload = LoadConfiguration.defaults();
        private Duration networkTimeout = Duration.ofMinutes(1);
        private Optional<Duration> slowQuery = Optional.empty();
        private Optional<FollowConfiguration> follow = Optional.empty();
        private Optional<Duration> maxAge = Optional.empty();
        private NotLoaded tooOld = NotLoaded.FAIL;
        private Duration keep = Duration.ZERO;
        private double shadow;
        private boolean shadowTrustsFunctions;
        private boolean readsFunctions = true;

        private Builder() {}

        /**
         * See {@link StoreConfiguration#shadow()}.
         *
         * @throws IllegalArgumentException if the share is not from 0 to 1
         */
        public Builder shadow(double share) {
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException("A share is from 0 to 1, not " + share);
            }
            this.shadow = share;
            return this;
        }

        /** See {@link StoreConfiguration#shadowTrustsFunctions()}. */
        public Builder shadowTrustsFunctions() {
            this.shadowTrustsFunctions = true;
            return this;
        }

        /** Calls all functions that streams are given; see {@link StoreConfiguration#readsFunctions()}. */
        public Builder withoutReadingFunctions() {
            this.readsFunctions = false;
            return this;
        }

        /** See {@link StoreConfiguration#fallback()}. */
        public Builder fallback(Fallback whatHappens) {
            this.fallback = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#storeNotLoaded()}. */
        public Builder storeNotLoaded(NotLoaded whatHappens) {
            this.storeNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#columnNotLoaded()}. */
        public Builder columnNotLoaded(NotLoaded whatHappens) {
            this.columnNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#inTransaction()}. */
        public Builder inTransaction(InTransaction whatHappens) {
            this.inTransaction = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#tableNotLoaded()}. */
        public Builder tableNotLoaded(NotLoaded whatHappens) {
            this.tableNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** What a load does with values that cannot be loaded, in all columns for which nothing else is said. */
        public Builder badValue(BadValue whatHappens) {
            this.badValue = requireNonNull(whatHappens);
            return this;
        }

        /** As {@link #badValue(BadValue)}, for one column. */
        public Builder badValue(Field<?> field, BadValue whatHappens) {
            badValues.put(field.identifier().label(), requireNonNull(whatHappens));
            return this;
        }

        /** Leaves a table in the database, from where its streams then come. */
        public Builder withoutTable(TableIdentifier<?> table) {
            omittedTables.add(requireNonNull(table));
            return this;
        }

        /**
         * Loads a view of the database as a table, which is read-only. Its rows are those of the moment of the load: as no view is
         * in the binlog, {@link FollowConfiguration.Builder#viewPeriod} tells how often a store that follows its database loads
         * them anew.
         *
         * @param key columns that together tell all rows apart and have no NULL, by which the rows are ordered; a load whose rows
         *     they do not tell apart is refused. None for rows in whatever order the database gives them.
         * @throws IllegalArgumentException if a field of the key is another table's, or is given twice
         */
        @SafeVarargs
        public final <E> Builder withView(TableIdentifier<E> view, Field<E>... key) {
            List<ColumnIdentifier<?>> columns = new ArrayList<>();
            for (Field<E> field : key) {
                ColumnIdentifier<E> column = field.identifier();
                if (!column.asTableIdentifier().equals(view) || columns.contains(column)) {
                    throw new IllegalArgumentException("The key of view " + view.getTableId()
                            + " takes different fields of it, not " + column.getTableId() + "." + column.getColumnId()
                            + (columns.contains(column) ? " twice" : ""));
                }
                columns.add(column);
            }
            views.put(view, List.copyOf(columns));
            return this;
        }

        /** Saves the index of a column; queries on it scan. */
        public Builder withoutIndex(Field<?> field) {
            unindexed.add(field.identifier().label());
            return this;
        }

        /** Leaves a column in the database; {@link #columnNotLoaded} tells what becomes of queries on it. */
        public Builder withoutColumn(Field<?> field) {
            omitted.add(field.identifier().label());
            return this;
        }

        /**
         * Adds an index over two columns of one table, for equality on the first together with equality or a range on the
         * second.
         *
         * @throws IllegalArgumentException if the fields are of different tables or the same
         */
        public <E> Builder withMultiIndex(Field<E> first, Field<E> second) {
            ColumnIdentifier<E> a = first.identifier();
            ColumnIdentifier<E> b = second.identifier();
            if (a.equals(b) || !a.asTableIdentifier().equals(b.asTableIdentifier())) {
                throw new IllegalArgumentException(
                        "An index over two columns takes two different fields of one table, not " + a + " and " + b);
            }
            multiIndexes.add(new MultiIndex(a, b));
            return this;
        }

        /**
         * See {@link StoreConfiguration#connections()}.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder connections(int atOnce) {
            if (atOnce < 1) {
                throw new IllegalArgumentException("A load needs at least one connection, not " + atOnce);
            }
            this.connections = atOnce;
            return this;
        }

        /**
         * See {@link StoreConfiguration#memoryBudget()}.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder memoryBudget(long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("The memory budget is in bytes and at least 1, not " + bytes);
            }
            this.memoryBudget = bytes;
            return this;
        }

        /**
         * See {@link StoreConfiguration#reloadPeriod()}.
         *
         * @throws IllegalArgumentException if the period is not positive
         */
        public Builder reloadEvery(Duration period) {
            if (!period.isPositive()) {
                throw new IllegalArgumentException("The reload period is positive, not " + ReadableTime.of(period));
            }
            this.reloadPeriod = Optional.of(period);
            return this;
        }

        /**
         * As {@link #reloadEvery(Duration)}, each of these loads done in this way.
         *
         * @throws IllegalArgumentException if the period is not positive
         */
        public Builder reloadEvery(Duration period, LoadConfiguration how) {
            this.reload = requireNonNull(how);
            return reloadEvery(period);
        }

        /**
         * See {@link StoreConfiguration#networkTimeout()}.
         *
         * @throws IllegalArgumentException if it is less than a millisecond
         */
        public Builder networkTimeout(Duration silence) {
            if (silence.toMillis() < 1) {
                throw new IllegalArgumentException(
                        "The network timeout is at least a millisecond, not " + ReadableTime.of(silence));
            }
            this.networkTimeout = silence;
            return this;
        }

        /**
         * See {@link StoreConfiguration#slowQuery()}.
         *
         * @throws IllegalArgumentException if the threshold is negative
         */
        public Builder slowQuery(Duration threshold) {
            if (threshold.isNegative()) {
                throw new IllegalArgumentException(
                        "The threshold of slow queries is not negative, as " + ReadableTime.of(threshold) + " is");
            }
            this.slowQuery = Optional.of(threshold);
            return this;
        }

        /** See {@link StoreConfiguration#follow()}. */
        public Builder follow(FollowConfiguration how) {
            this.follow = Optional.of(how);
            return this;
        }

        /** As {@link #follow(FollowConfiguration)}, with all defaults. */
        public Builder follow() {
            return follow(FollowConfiguration.defaults());
        }

        /**
         * See {@link StoreConfiguration#maxAge()}.
         *
         * @param beyond what becomes of streams when memory is older: {@link NotLoaded#FAIL} or {@link NotLoaded#SQL}
         * @throws IllegalArgumentException if the age is not positive
         */
        public Builder maxAge(Duration age, NotLoaded beyond) {
            if (!age.isPositive()) {
                throw new IllegalArgumentException("The greatest age is positive, not " + ReadableTime.of(age));
            }
            this.maxAge = Optional.of(age);
            this.tooOld = requireNonNull(beyond);
            return this;
        }

        /**
         * See {@link StoreConfiguration#keep()}.
         *
         * @throws IllegalArgumentException if the time is negative
         */
        public Builder keep(Duration time) {
            if (time.isNegative()) {
                throw new IllegalArgumentException("Versions are not kept for " + time);
            }
            this.keep = time;
            return this;
        }

        public StoreConfiguration build() {
            return new StoreConfiguration(this);
        }

        private static long machineBudget() {
            long heap = Runtime.getRuntime().maxMemory();
            long machine = ManagementFactory.getOperatingSystemMXBean()
                            instanceof com.sun.management.OperatingSystemMXBean system
                    ? system.getTotalMemorySize() // of the container, where there is one
                    : 2 * heap;
            return Math.max(heap / 4, (machine - heap) / 4 * 3);
        }
    }
}
