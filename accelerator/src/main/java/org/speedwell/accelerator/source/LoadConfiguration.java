package org.speedwell.accelerator.source;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * The settings of one load. Immutable.
 *
 * {@snippet :
 * store.load(LoadConfiguration.builder()
 *     .progress(LoadProgress.console())
 *     .chunkSize(RentalManager.IDENTIFIER, 100_000)
 *     .build());
 * }
 */
public final class LoadConfiguration {
    private final int chunkSize;
    private final Map<TableIdentifier<?>, Integer> chunkSizes;
    private final StreamSupplierComponentDecorator decorator;
    private final Optional<ExecutorService> executor;
    private final boolean transaction;
    private final boolean tableLocks;
    private final LoadProgress progress;
    private final Map<TableIdentifier<?>, Part> parts;

    /**
     * A part of the rows of a table: the rows whose key has a certain hash, which the database computes.
     *
     * @param key the column whose values divide the rows; rows with the same value are in the same part
     * @param number the number of the part, from 0
     * @param of the number of parts of the table
     */
    public record Part(ColumnIdentifier<?> key, int number, int of) {
        public Part {
            requireNonNull(key);
            if (of < 1 || number < 0 || number >= of) {
                throw new IllegalArgumentException(
                        "There is no part " + number + " of " + of + ". Parts are numbered from 0.");
            }
        }
    }

    private LoadConfiguration(Builder builder) {
        this.chunkSize = builder.chunkSize;
        this.chunkSizes = Map.copyOf(builder.chunkSizes);
        this.decorator = builder.decorator;
        this.executor = builder.executor;
        this.transaction = builder.transaction;
        this.tableLocks = builder.tableLocks;
        this.progress = builder.progress;
        this.parts = Map.copyOf(builder.parts);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Returns the default settings. */
    public static LoadConfiguration defaults() {
        return builder().build();
    }

    /** Returns about how many rows of a table one connection reads at a time; 262,144 unless set. */
    public int chunkSize(TableIdentifier<?> table) {
        return chunkSizes.getOrDefault(table, chunkSize);
    }

    /** Returns the decorator that rows pass through before they are stored; it changes nothing unless set. */
    public StreamSupplierComponentDecorator decorator() {
        return decorator;
    }

    /**
     * Returns the executor of the load's computations; empty unless set, and then the load has one thread of its own
     * per processor.
     */
    public Optional<ExecutorService> executor() {
        return executor;
    }

    /** Returns whether all tables are read at one moment of the database; true unless turned off. */
    public boolean isTransaction() {
        return transaction;
    }

    /**
     * Returns whether the load may block writers of the tables while its transactions begin; false unless requested.
     */
    public boolean isLocking() {
        return tableLocks;
    }

    /** Returns the listener to the load's progress; it does nothing unless set. */
    public LoadProgress progress() {
        return progress;
    }

    /** Returns the partly loaded tables. All other tables are loaded whole. */
    public Map<TableIdentifier<?>, Part> parts() {
        return parts;
    }

    /** A builder of settings. For one thread. */
    public static final class Builder {
        private final Map<TableIdentifier<?>, Integer> chunkSizes = new HashMap<>();
        private int chunkSize = 1 << 18;
        private StreamSupplierComponentDecorator decorator = StreamSupplierComponentDecorator.identity();
        private Optional<ExecutorService> executor = Optional.empty();
        private boolean transaction = true;
        private boolean tableLocks;
        private LoadProgress progress = LoadProgress.NONE;
        private final Map<TableIdentifier<?>, Part> parts = new HashMap<>();

        private Builder() {}

        /**
         * Sets about how many rows of a table one connection reads at a time. A larger table whose primary key begins
         * with an integer is split by its key, and several connections read it.
         *
         * @throws IllegalArgumentException if {@code rows} is less than 1
         */
        public Builder chunkSize(int rows) {
            this.chunkSize = positive(rows);
            return this;
        }

        /** Sets the chunk size of one table, like {@link #chunkSize(int)}. */
        public Builder chunkSize(TableIdentifier<?> table, int rows) {
            chunkSizes.put(requireNonNull(table), positive(rows));
            return this;
        }

        /** Sets the {@link LoadConfiguration#decorator()}. */
        public Builder decorator(StreamSupplierComponentDecorator throughWhat) {
            this.decorator = requireNonNull(throughWhat);
            return this;
        }

        /**
         * Sets the executor that decodes, sorts and indexes; the load does not shut it down. The thread that calls load
         * does such work too while it waits, so that the load ends even if the executor is busy. Reads from the
         * database have threads of their own.
         */
        public Builder executor(ExecutorService runner) {
            this.executor = Optional.of(runner);
            return this;
        }

        /**
         * Reads all tables at one moment of the database, by one connection, without blocking other clients. This is
         * the default.
         */
        public Builder transaction() {
            this.transaction = true;
            this.tableLocks = false;
            return this;
        }

        /** Reads each part of a table as it is at that time, so that tables may contradict each other. */
        public Builder withoutTransaction() {
            this.transaction = false;
            this.tableLocks = false;
            return this;
        }

        /**
         * Reads all tables at one moment like {@link #transaction()}, but by several connections, and with the exact
         * binlog position of that moment. For this the load executes {@code LOCK TABLES … READ}. The statement waits up
         * to 2 s for transactions that have written to the tables. The load holds the lock until its connections have
         * begun their transactions. This takes milliseconds as a rule, and 5 s at most, when the server takes the lock
         * back. All that time, writers of these tables wait. The server may roll back a transaction that writes to
         * several of them, as one side of a deadlock. Readers, and writers of other tables, are not affected. The load
         * needs the privilege LOCK TABLES. If it cannot get the lock, one connection reads.
         */
        public Builder tableLocks() {
            this.transaction = true;
            this.tableLocks = true;
            return this;
        }

        /** Sets the listener to the load's progress. */
        public Builder progress(LoadProgress listener) {
            this.progress = requireNonNull(listener);
            return this;
        }

        /**
         * Loads a part of the rows of the field's table, for a table that several machines share. The part has the rows
         * whose value of the field has a CRC-32 that leaves the remainder {@code number} when divided by {@code of}.
         * All parts together have each row once, and NULLs are in the first part. The database scans the whole table
         * and sends the part. {@code follow()} keeps the part current: it takes the changes of the part's rows from
         * the binlog. A version with a part can be neither saved nor verified.
         *
         * @param key a field of integers or texts, so that all loads compute the same hash
         * @throws IllegalArgumentException if there is no such part
         */
        public Builder part(Field<?> key, int number, int of) {
            return part(new Part(key.identifier(), number, of));
        }

        /** Loads a part of a table, like {@link #part(Field, int, int)}. */
        public Builder part(Part part) {
            parts.put(part.key().asTableIdentifier(), part);
            return this;
        }

        public LoadConfiguration build() {
            return new LoadConfiguration(this);
        }

        private static int positive(int rows) {
            if (rows < 1) {
                throw new IllegalArgumentException(
                        "A chunk must have at least one row, but the argument is " + rows + ".");
            }
            return rows;
        }
    }
}
