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
 * How one load is done. Immutable.
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
     * Some of the rows of a table: those whose key falls to one of several parts by its hash, as the database computes it.
     *
     * @param key the column by whose values rows are shared out; those that have the same are in one part
     * @param number of the part, from 0
     * @param of how many parts the table has
     */
    public record Part(ColumnIdentifier<?> key, int number, int of) {
        public Part {
            requireNonNull(key);
            if (of < 1 || number < 0 || number >= of) {
                throw new IllegalArgumentException(
                        "There is no part " + number + " of " + of + ": parts are numbered from 0.");
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

    /** All defaults. */
    public static LoadConfiguration defaults() {
        return builder().build();
    }

    /** About how many rows of a table one connection reads at a time; 262,144 unless set. */
    public int chunkSize(TableIdentifier<?> table) {
        return chunkSizes.getOrDefault(table, chunkSize);
    }

    /** What the rows of tables pass through before they are stored; nothing unless set. */
    public StreamSupplierComponentDecorator decorator() {
        return decorator;
    }

    /** What computes for the load; empty, which is threads of its own, one a processor, unless set. */
    public Optional<ExecutorService> executor() {
        return executor;
    }

    /** Whether all tables are read at one moment of the database; they are unless turned off. */
    public boolean isTransaction() {
        return transaction;
    }

    /** Whether writers of the tables may be held off while transactions begin; they are not unless asked for. */
    public boolean isLocking() {
        return tableLocks;
    }

    /** Who is told how far the load is; nobody unless set. */
    public LoadProgress progress() {
        return progress;
    }

    /** The tables of which a part is loaded; of the others all rows are. */
    public Map<TableIdentifier<?>, Part> parts() {
        return parts;
    }

    /** Gathers settings; for one thread. */
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
         * About how many rows of a table one connection reads at a time: tables with more are split by their primary key,
         * if it begins with a whole number, and read by several connections.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder chunkSize(int rows) {
            this.chunkSize = positive(rows);
            return this;
        }

        /** As {@link #chunkSize(int)}, for one table. */
        public Builder chunkSize(TableIdentifier<?> table, int rows) {
            chunkSizes.put(requireNonNull(table), positive(rows));
            return this;
        }

        /** See {@link LoadConfiguration#decorator()}. */
        public Builder decorator(StreamSupplierComponentDecorator throughWhat) {
            this.decorator = requireNonNull(throughWhat);
            return this;
        }

        /**
         * The executor decodes, sorts and indexes; it is not shut down. The thread that calls load does so too while it
         * waits, so that the load ends even if the executor is busy. What waits for the database has threads of its own.
         */
        public Builder executor(ExecutorService runner) {
            this.executor = Optional.of(runner);
            return this;
        }

        /**
         * All tables are read at one moment of the database by one connection, and nobody is kept waiting for it. This is
         * the default.
         */
        public Builder transaction() {
            this.transaction = true;
            this.tableLocks = false;
            return this;
        }

        /** Each part of a table is read as it is when it is read: tables may contradict each other. */
        public Builder withoutTransaction() {
            this.transaction = false;
            this.tableLocks = false;
            return this;
        }

        /**
         * As {@link #transaction()}, but that several connections see that moment, and that its position in the binlog
         * is known exactly, at this price: {@code LOCK TABLES … READ} waits up
         * to 2 s for transactions that have written to the tables, and holds until the connections have begun their
         * transactions, milliseconds as a rule, 5 s at the most, when the server takes the lock back. All that time
         * whoever writes to one of the tables waits, and a transaction that writes to several of them may be rolled back by
         * the server as one side of a deadlock; readers, and writers of other tables, do not notice. It needs the privilege
         * LOCK TABLES. Where the lock cannot be had, one connection reads.
         */
        public Builder tableLocks() {
            this.transaction = true;
            this.tableLocks = true;
            return this;
        }

        /** See {@link LoadConfiguration#progress()}. */
        public Builder progress(LoadProgress whoIsTold) {
            this.progress = requireNonNull(whoIsTold);
            return this;
        }

        /**
         * Loads of the field's table a part of its rows, for a table that is shared out to several machines: those whose value of
         * the field has the CRC-32 that leaves {@code number} when it is divided by {@code of}. All parts together have each row
         * once, NULLs in the first part. The database passes over the table and sends the part. What is in memory then can neither be
         * saved nor followed, as a part that is not told in the file, or in the binlog.
         *
         * @param key of whole numbers or texts, so that all loads find the same hash
         * @throws IllegalArgumentException if there is no such part
         */
        public Builder part(Field<?> key, int number, int of) {
            return part(new Part(key.identifier(), number, of));
        }

        /** As {@link #part(Field, int, int)}. */
        public Builder part(Part part) {
            parts.put(part.key().asTableIdentifier(), part);
            return this;
        }

        public LoadConfiguration build() {
            return new LoadConfiguration(this);
        }

        private static int positive(int rows) {
            if (rows < 1) {
                throw new IllegalArgumentException("A chunk has at least one row, not " + rows);
            }
            return rows;
        }
    }
}
