package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** How one load is done. Immutable. */
public final class LoadConfiguration {
    private final int chunkSize;
    private final Map<TableIdentifier<?>, Integer> chunkSizes;
    private final StreamSupplierComponentDecorator decorator;
    private final Optional<ExecutorService> executor;
    private final boolean transaction;
    private final LoadProgress progress;

    private LoadConfiguration(Builder builder) {
        this.chunkSize = builder.chunkSize;
        this.chunkSizes = Map.copyOf(builder.chunkSizes);
        this.decorator = builder.decorator;
        this.executor = builder.executor;
        this.transaction = builder.transaction;
        this.progress = builder.progress;
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

    /** What runs the parts of the load; empty, which is virtual threads, unless set. */
    public Optional<ExecutorService> executor() {
        return executor;
    }

    /** Whether all tables are read at one moment of the database; they are unless turned off. */
    public boolean isTransaction() {
        return transaction;
    }

    /** Who is told how far the load is; nobody unless set. */
    public LoadProgress progress() {
        return progress;
    }

    /** Gathers settings; for one thread. */
    public static final class Builder {
        private final Map<TableIdentifier<?>, Integer> chunkSizes = new HashMap<>();
        private int chunkSize = 1 << 18;
        private StreamSupplierComponentDecorator decorator = StreamSupplierComponentDecorator.identity();
        private Optional<ExecutorService> executor = Optional.empty();
        private boolean transaction = true;
        private LoadProgress progress = LoadProgress.NONE;

        private Builder() {}

        /**
         * About how many rows of a table one connection reads at a time: tables with more are split by their primary key,
         * if it begins with a whole number, and read by several connections.
         *
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder withChunkSize(int rows) {
            this.chunkSize = positive(rows);
            return this;
        }

        /** As {@link #withChunkSize(int)}, for one table. */
        public Builder withChunkSize(TableIdentifier<?> table, int rows) {
            chunkSizes.put(requireNonNull(table), positive(rows));
            return this;
        }

        /** See {@link LoadConfiguration#decorator()}. */
        public Builder withDecorator(StreamSupplierComponentDecorator throughWhat) {
            this.decorator = requireNonNull(throughWhat);
            return this;
        }

        /** The executor runs the parts of the load, which wait for the database; it is not shut down. */
        public Builder withExecutor(ExecutorService runner) {
            this.executor = Optional.of(runner);
            return this;
        }

        /** All tables are read at one moment of the database. This is the default. */
        public Builder withTransaction() {
            this.transaction = true;
            return this;
        }

        /** Each part of a table is read as it is when it is read: no lock is taken, and tables may contradict each other. */
        public Builder withoutTransaction() {
            this.transaction = false;
            return this;
        }

        /** See {@link LoadConfiguration#progress()}. */
        public Builder withProgress(LoadProgress whoIsTold) {
            this.progress = requireNonNull(whoIsTold);
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
