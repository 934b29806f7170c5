package org.speedwell.accelerator.load;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.MemoryBudget;

/**
 * How a load is done.
 *
 * @param connections the most at once on each database
 * @param chunkRows about how many rows of a table are read at a time by one connection
 * @param isConsistent whether all connections see one moment of the database
 * @param isLoaded which columns are loaded
 * @param isIndexed which columns get a sorted index
 * @param pairs columns of one table that get an index over both
 * @param decorator for a table, what its stream of entities passes through before it is stored; null where it is stored
 *     as it is
 * @param executor runs the tasks; null for virtual threads
 */
public record LoadSettings(
        int connections,
        ToLongFunction<TableIdentifier<?>> chunkRows,
        boolean isConsistent,
        Predicate<ColumnIdentifier<?>> isLoaded,
        Predicate<ColumnIdentifier<?>> isIndexed,
        List<Pair> pairs,
        Decorator decorator,
        MemoryBudget budget,
        @Nullable Executor executor) {

    /** Two columns in the order of their index. */
    public record Pair(ColumnIdentifier<?> first, ColumnIdentifier<?> second) {}

    /** Finds what the entities of a table pass through. */
    @FunctionalInterface
    public interface Decorator {
        /** Null where there is nothing to do. */
        <E> @Nullable Function<Stream<E>, Stream<E>> of(TableIdentifier<E> table);
    }
}
