package org.speedwell.hazelcast;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.util.stream.Stream;
import org.speedwell.accelerator.SnapshotView;

/**
 * The rows of a table that one member holds, at one moment of the database. A {@link ClusterQuery} uses it only during
 * its call. Thread-safe.
 */
public final class TablePart<T> {
    private final Speedment application;
    private final Manager<T> manager;
    private final PartNumber part;
    private final SnapshotView version;

    TablePart(Speedment application, Manager<T> manager, PartNumber part, SnapshotView version) {
        this.application = application;
        this.manager = manager;
        this.part = part;
        this.version = version;
    }

    /**
     * Returns the rows of the part in primary-key order. The stream runs on columns, as the stream of a manager in
     * memory does. A query may call this method several times.
     */
    public Stream<T> stream() {
        return version.stream(manager);
    }

    /**
     * Returns the rows of another table at the same moment. For a partitioned table these are the rows of its part with
     * the same number, so their keys have the same values as here. For any other table these are all rows.
     */
    public <E> Stream<E> stream(TableIdentifier<E> other) {
        return version.stream(other);
    }

    /** Returns the table's manager on this member. Its own streams read the version that the member loaded last. */
    public Manager<T> manager() {
        return manager;
    }

    /** Returns the application of this member. */
    public Speedment application() {
        return application;
    }

    /** Returns the number of this part, from 0. */
    public int number() {
        return part.number();
    }

    /** Returns the number of parts. */
    public int of() {
        return part.of();
    }
}
