package org.speedwell.hazelcast;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.util.stream.Stream;
import org.speedwell.accelerator.SnapshotView;

/**
 * The rows of a table that one member holds, at one moment of the database; for the one {@link ClusterQuery} that is given it.
 * Thread-safe.
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

    /** The rows of the part, in primary-key order, answered from columns as those of a manager in memory. As often as asked. */
    public Stream<T> stream() {
        return version.stream(manager);
    }

    /**
     * The rows of another table at the same moment: all of them, or, if that one is shared out too, those of its part of the same
     * number, which are those with the same values of the key.
     */
    public <E> Stream<E> stream(TableIdentifier<E> other) {
        return version.stream(other);
    }

    /** The table's manager on this member; its own streams come from what the member loaded last. */
    public Manager<T> manager() {
        return manager;
    }

    /** The application on this member. */
    public Speedment application() {
        return application;
    }

    /** Which part it is, from 0. */
    public int number() {
        return part.number();
    }

    /** How many parts there are. */
    public int of() {
        return part.of();
    }
}
