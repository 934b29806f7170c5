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
import org.speedwell.accelerator.store.Snapshot;

/**
 * How a load is done.
 *
 * @param connections the most at once on each database
 * @param chunkRows about how many rows of a table are read at a time by one connection
 * @param consistency what the connections to one database agree on
 * @param networkTimeout how long a database may take to open a connection, and then to send the next bytes
 * @param isLoaded which columns are loaded
 * @param isIndexed which columns get a sorted index
 * @param isNullIfBad in which columns a value that cannot be loaded becomes NULL, if NULL can be held there
 * @param leavesTables whether a table that cannot be loaded is left to the database; if not, the load fails
 * @param pairs columns of one table that get an index over both
 * @param parts the tables of which a part of the rows is read
 * @param decorator for a table, what its stream of entities passes through before it is stored; null where it is stored
 *     as it is
 * @param executor runs what computes, beside the thread that loads; null for threads of the load's own
 * @param former the version that is in memory, by which the next one's size is estimated; null where there is none
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
        Map<TableId<?>, Share> parts,
        Decorator decorator,
        MemoryBudget budget,
        @Nullable Executor executor,
        @Nullable Snapshot former) {

    /** What the connections of a load agree on. */
    public enum Consistency {
        /** Nothing: each statement sees a moment of its own. */
        NONE,
        /** The moment that they see, without holding off anybody. */
        SNAPSHOT,
        /** The moment that they see; writers of the tables may be held off for it. */
        LOCK
    }

    /** The rows whose key's hash falls to one of several parts, which are numbered from 0. */
    public record Share(ColumnId key, int number, int of) {
        /** As SQL says it; of the same value each server and connection finds the same. */
        String condition(String quotedKey) {
            return "COALESCE(CRC32(" + quotedKey + "), 0) % " + of + " = " + number;
        }

        /** As messages say it. */
        @Override
        public String toString() {
            return "part " + (number + 1) + " of " + of;
        }
    }

    /** How many parts a table has, of which one is read. */
    int partsOf(TableId<?> table) {
        Share share = parts.get(table);
        return share == null ? 1 : share.of();
    }

    /** Finds what the entities of a table pass through. */
    @FunctionalInterface
    public interface Decorator {
        /** Null where there is nothing to do. */
        <E> @Nullable Function<Stream<E>, Stream<E>> of(TableId<E> table);
    }
}
