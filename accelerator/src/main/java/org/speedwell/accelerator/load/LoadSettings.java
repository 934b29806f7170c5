package org.speedwell.accelerator.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.ColumnPair;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.model.TableShare;
import org.speedwell.accelerator.store.Snapshot;

/**
 * The settings of a load.
 *
 * @param connections the greatest number of concurrent connections to each database
 * @param chunkRows the approximate number of rows of a table that one connection reads at a time
 * @param consistency the consistency of the connections to one database
 * @param networkTimeout the limit for opening a connection, and for each wait for the next bytes
 * @param isLoaded selects the columns to load
 * @param isIndexed selects the columns that get a sorted index
 * @param isNullIfBad selects the columns in which an invalid value becomes NULL, if the column can hold NULL
 * @param leavesTables true to leave a table that cannot be loaded to the database; false to fail the load
 * @param pairs the pairs of columns of one table that get an index over both
 * @param parts the tables that the load reads only in part, each with its part
 * @param decorator transforms the entities of a table before the load stores them
 * @param budget the budget for the memory of the load
 * @param executor runs the computing tasks, in addition to the loading thread; null to create threads for the load
 * @param former the version in memory, which helps to estimate the size of the next one; null if there is none
 */
public record LoadSettings(
        int connections,
        ToLongFunction<TableId<?>> chunkRows,
        Consistency consistency,
        Duration networkTimeout,
        Predicate<ColumnId> isLoaded,
        Predicate<ColumnId> isIndexed,
        Predicate<ColumnId> isNullIfBad,
        boolean leavesTables,
        List<ColumnPair> pairs,
        Map<TableId<?>, TableShare> parts,
        Decorator decorator,
        MemoryBudget budget,
        @Nullable Executor executor,
        @Nullable Snapshot former) {

    /** The consistency between the connections of a load. */
    public enum Consistency {
        /** No consistency: each statement sees its own state. */
        NONE,
        /** One connection with one read view, without blocking other clients. */
        SNAPSHOT,
        /** One read view for all connections. The load blocks writers of the tables while it opens the view. */
        LOCK
    }

    /** Returns the number of partitions of a table. The load reads one of them. */
    int partsOf(TableId<?> table) {
        TableShare share = parts.get(table);
        return share == null ? 1 : share.of();
    }

    /** A factory of transformations of a table's entities. */
    @FunctionalInterface
    public interface Decorator {
        /** Returns the transformation for a table; null if there is none. */
        <E> @Nullable Function<Stream<E>, Stream<E>> of(TableId<E> table);
    }
}
