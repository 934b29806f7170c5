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
    private final Settings set;

    private StoreConfiguration(Settings set) {
        this.set = set;
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
        return set.fallback;
    }

    /** What becomes of streams before the first load and after clear(); {@link NotLoaded#FAIL} unless set. */
    public NotLoaded storeNotLoaded() {
        return set.storeNotLoaded;
    }

    /**
     * What becomes of streams of a table of which a column is not loaded: {@link NotLoaded#FAIL}, the default, answers from
     * memory what needs the loaded columns alone and throws where the value of another is asked for, as where an entity is
     * made; {@link NotLoaded#SQL} lets such a query come from the database, and so each that hands out an iterator or
     * spliterator. Streams of such a table then take about a microsecond more.
     */
    public NotLoaded columnNotLoaded() {
        return set.columnNotLoaded;
    }

    /**
     * What becomes of streams that are made inside a transaction of Speedment's ({@code TransactionComponent}), on its thread:
     * {@link InTransaction#MEMORY}, the default, answers from memory as everywhere, {@link InTransaction#SQL} from the
     * database as the transaction sees it. Where it is not MEMORY, every stream looks up whether its thread is in one, some ten
     * nanoseconds.
     */
    public InTransaction inTransaction() {
        return set.inTransaction;
    }

    /**
     * What becomes of a table that cannot be loaded, because a value does not fit, it differs from the model, or the user
     * may not read it: {@link NotLoaded#FAIL}, the default, lets the load fail, and the version before goes on serving;
     * {@link NotLoaded#SQL} leaves the table to the database, with a warning in the log, and loads the others. It then
     * stands in {@link StoreStatistics#tablesNotLoaded()}. Each load tries anew.
     */
    public NotLoaded tableNotLoaded() {
        return set.tableNotLoaded;
    }

    /** What a load does with a value of this column that cannot be loaded; {@link BadValue#FAIL} unless set. */
    public BadValue badValue(ColumnIdentifier<?> column) {
        return set.badValues.getOrDefault(column.label(), set.badValue);
    }

    /** Whether the table is loaded: all are unless left out. */
    public boolean isLoaded(TableIdentifier<?> table) {
        return !set.omittedTables.contains(table);
    }

    /** Whether the column gets a sorted index, if it can have one: all do unless turned off. */
    public boolean isIndexed(ColumnIdentifier<?> column) {
        return !set.unindexed.contains(column.label());
    }

    /** Whether the column is loaded: all are unless turned off. */
    public boolean isLoaded(ColumnIdentifier<?> column) {
        return !set.omitted.contains(column.label());
    }

    /** Indexes over two columns, in the order in which they were asked for; none unless set. */
    public List<ColumnPair> multiIndexes() {
        return set.multiIndexes;
    }

    /** Views that are loaded as tables that nobody writes to, each with the columns of its key if it was given one; none unless set. */
    public Map<TableIdentifier<?>, List<ColumnIdentifier<?>>> views() {
        return set.views;
    }

    /**
     * How many connections a load may use at once on each database; as many as processors, up to 4, unless set. More than
     * one are used where they need not see one moment, or are sure to: see
     * {@link LoadConfiguration.Builder#tableLocks()}.
     */
    public int connections() {
        return set.connections;
    }

    /**
     * The most native bytes that all snapshots of the application may take together, a retired one and a new one
     * included; three quarters of the machine's memory beside the heap unless set.
     */
    public long memoryBudget() {
        return set.memoryBudget;
    }

    /**
     * How long a query may take before it is told, as a warning in the log and an event of the flight recorder; empty, which
     * is never, unless set. Where it is set, every stream takes a little longer: it is timed.
     */
    public Optional<Duration> slowQuery() {
        return set.slowQuery;
    }

    /** How long after a load the next one begins by itself; empty, which is never, unless set. */
    public Optional<Duration> reloadPeriod() {
        return set.reloadPeriod;
    }

    /** How the loads are done that begin by themselves; all defaults unless set. */
    public LoadConfiguration reload() {
        return set.reload;
    }

    /**
     * How long a database may keep a load waiting, for a connection or for the next bytes of an answer, before the load
     * fails; a minute unless set.
     */
    public Duration networkTimeout() {
        return set.networkTimeout;
    }

    /** Whether, and how, the database is followed as soon as a version is loaded or opened; empty, which is not, unless set. */
    public Optional<FollowConfiguration> follow() {
        return set.follow;
    }

    /**
     * How old memory may be, as {@link DataStoreComponent#age()} tells, before {@link #tooOld} says what becomes of new
     * streams; empty, which is any age, unless set. Where it is set, every stream asks, some ten nanoseconds.
     */
    public Optional<Duration> maxAge() {
        return set.maxAge;
    }

    /** Whether a stream of memory that is too old throws, or comes from the database. */
    public NotLoaded tooOld() {
        return set.tooOld;
    }

    /**
     * How long versions that were replaced are kept for {@link DataStoreComponent#snapshotAt}; not at all unless set. They
     * share with the others all that did not change, and go sooner where nine tenths of the memory budget are used.
     */
    public Duration keep() {
        return set.keep;
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
        return set.shadow;
    }

    /**
     * Whether functions of the application may be run again by {@link #shadow}, on another thread, as they change nothing and
     * say the same each time; not unless set.
     */
    public boolean shadowTrustsFunctions() {
        return set.shadowTrustsFunctions;
    }

    /**
     * Whether lambdas and method references that streams are given are read from their class files, true unless set: those that only
     * compute from the entity's getters, constants and immutable captured values are then run on columns, as fields and their
     * predicates are, and not called. All others are called as ever.
     */
    public boolean readsFunctions() {
        return set.readsFunctions;
    }

    /** All settings, each with its default. */
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
                    ? system.getTotalMemorySize() // of the container, where there is one
                    : 2 * heap;
            return Math.max(heap / 4, (machine - heap) / 4 * 3);
        }

        /** Returns a copy that no builder changes. */
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

    /** Gathers settings; for one thread. */
    public static final class Builder {
        private final Settings set = new Settings();

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
            set.shadow = share;
            return this;
        }

        /** See {@link StoreConfiguration#shadowTrustsFunctions()}. */
        public Builder shadowTrustsFunctions() {
            set.shadowTrustsFunctions = true;
            return this;
        }

        /** Calls all functions that streams are given; see {@link StoreConfiguration#readsFunctions()}. */
        public Builder withoutReadingFunctions() {
            set.readsFunctions = false;
            return this;
        }

        /** See {@link StoreConfiguration#fallback()}. */
        public Builder fallback(Fallback whatHappens) {
            set.fallback = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#storeNotLoaded()}. */
        public Builder storeNotLoaded(NotLoaded whatHappens) {
            set.storeNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#columnNotLoaded()}. */
        public Builder columnNotLoaded(NotLoaded whatHappens) {
            set.columnNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#inTransaction()}. */
        public Builder inTransaction(InTransaction whatHappens) {
            set.inTransaction = requireNonNull(whatHappens);
            return this;
        }

        /** See {@link StoreConfiguration#tableNotLoaded()}. */
        public Builder tableNotLoaded(NotLoaded whatHappens) {
            set.tableNotLoaded = requireNonNull(whatHappens);
            return this;
        }

        /** What a load does with values that cannot be loaded, in all columns for which nothing else is said. */
        public Builder badValue(BadValue whatHappens) {
            set.badValue = requireNonNull(whatHappens);
            return this;
        }

        /** As {@link #badValue(BadValue)}, for one column. */
        public Builder badValue(Field<?> field, BadValue whatHappens) {
            set.badValues.put(field.identifier().label(), requireNonNull(whatHappens));
            return this;
        }

        /** Leaves a table in the database, from where its streams then come. */
        public Builder withoutTable(TableIdentifier<?> table) {
            set.omittedTables.add(requireNonNull(table));
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
            set.views.put(view, List.copyOf(columns));
            return this;
        }

        /** Saves the index of a column; queries on it scan. */
        public Builder withoutIndex(Field<?> field) {
            set.unindexed.add(field.identifier().label());
            return this;
        }

        /** Leaves a column in the database; {@link #columnNotLoaded} tells what becomes of queries on it. */
        public Builder withoutColumn(Field<?> field) {
            set.omitted.add(field.identifier().label());
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
            set.multiIndexes.add(new ColumnPair(SpeedmentIds.of(a), SpeedmentIds.of(b)));
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
            set.connections = atOnce;
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
            set.memoryBudget = bytes;
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
            set.reloadPeriod = Optional.of(period);
            return this;
        }

        /**
         * As {@link #reloadEvery(Duration)}, each of these loads done in this way.
         *
         * @throws IllegalArgumentException if the period is not positive
         */
        public Builder reloadEvery(Duration period, LoadConfiguration how) {
            set.reload = requireNonNull(how);
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
            set.networkTimeout = silence;
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
            set.slowQuery = Optional.of(threshold);
            return this;
        }

        /** See {@link StoreConfiguration#follow()}. */
        public Builder follow(FollowConfiguration how) {
            set.follow = Optional.of(how);
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
            set.maxAge = Optional.of(age);
            set.tooOld = requireNonNull(beyond);
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
            set.keep = time;
            return this;
        }

        public StoreConfiguration build() {
            return new StoreConfiguration(set.copy());
        }
    }
}
