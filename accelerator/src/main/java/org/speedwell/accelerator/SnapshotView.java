package org.speedwell.accelerator;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * One version of all tables in memory, for several streams that must agree. All its streams see the database at the
 * same moment, also after later loads. The version keeps its memory while this object is reachable. Immutable and
 * thread-safe.
 *
 * {@snippet :
 * SnapshotView now = store.snapshot();
 * long rented = now.stream(rentals).count();
 * long paid = now.stream(payments).count();           // of the same moment
 * }
 */
public interface SnapshotView {
    /** Returns the number of this version: see {@link DataStoreComponent#version()}. */
    long version();

    /** Returns the moment at which the database had these rows, by the clock of this machine. */
    Instant takenAt();

    /** Returns the binlog position of this version; empty if the database does not report one. */
    Optional<String> binlogPosition();

    /**
     * Returns the position at which the database has exactly the rows that a table has in this version. Two
     * applications have the same rows of a table if their versions have the same position and both load all of its
     * rows.
     *
     * @return empty if no such position exists: replication does not follow the table, or is
     * {@link FollowStatus#stopped}, or has applied nothing since this version was loaded or opened
     */
    Optional<Position> position(TableIdentifier<?> table);

    /**
     * Returns the position of the table of a class of rows, as {@link #position(TableIdentifier)} does.
     *
     * @throws IllegalArgumentException if the application has no table of this class
     */
    Optional<Position> position(Class<?> rows);

    /**
     * Returns the tables of which only a part is in memory. Each text names the schema, the table and the part, as
     * "sakila.film, part 2 of 3": see {@link LoadConfiguration#parts()}.
     */
    List<String> parts();

    /**
     * Returns a stream of a table in this version. The rows come in the order of the primary key. Rows that replication
     * inserted come after them.
     *
     * @throws DataStoreNotLoadedException if the table is not in memory; database views never are
     */
    <E> Stream<E> stream(TableIdentifier<E> table);

    /** Returns a stream of the table of a manager: see {@link #stream(TableIdentifier)}. */
    default <E> Stream<E> stream(Manager<E> manager) {
        return stream(manager.getTableIdentifier());
    }

    /**
     * Returns a stream of the table of a class of rows, as {@link #stream(TableIdentifier)} does.
     *
     * @throws IllegalArgumentException if the application has no table of this class
     */
    <E> Stream<E> stream(Class<E> rows);

    /**
     * Returns the result of a maintained query over this version. So several queries can be read at one version. The
     * store computes the result if it did not maintain the query then.
     *
     * @throws IllegalArgumentException if another store created the query
     * @throws IllegalStateException if the query is closed
     */
    <R> R result(MaintainedQuery<R> query);
}
