package org.speedwell.accelerator;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * One version of all tables in memory, for several streams that have to agree: whatever the store loads meanwhile, these
 * streams see the same moment of the database. As long as it is reachable the version's memory is kept. Immutable and
 * thread-safe.
 *
 * {@snippet :
 * SnapshotView now = store.snapshot();
 * long rented = now.stream(rentals).count();
 * long paid = now.stream(payments).count();           // of the same moment
 * }
 */
public interface SnapshotView {
    /** As {@link DataStoreComponent#version()}. */
    long version();

    /** The moment of the database, by this machine's clock. */
    Instant takenAt();

    /** The place of that moment in the database's binlog; empty where the database does not tell. */
    Optional<String> binlogPosition();

    /**
     * Returns the position at which the database has exactly the rows that a table has in this version. Two applications whose
     * versions of a table have the same position have the same rows of it, if both load all of its rows.
     *
     * @return empty if no such position is known: the table is not followed, or is {@link FollowStatus#stopped}, or nothing has been
     *     followed since the version was loaded or opened
     */
    Optional<Position> position(TableIdentifier<?> table);

    /**
     * The tables of which only a part is in memory, each with its schema's name and which part it is, as "sakila.film, part 2 of 3":
     * see {@link LoadConfiguration#parts()}.
     */
    List<String> parts();

    /**
     * A stream of a table in this version, rows in primary-key order, and those that came while the table was followed behind them.
     *
     * @throws DataStoreNotLoadedException if the table is not in memory: views never are
     */
    <E> Stream<E> stream(TableIdentifier<E> table);

    /** As {@link #stream(TableIdentifier)}, for the table of a manager. */
    default <E> Stream<E> stream(Manager<E> manager) {
        return stream(manager.getTableIdentifier());
    }
}
