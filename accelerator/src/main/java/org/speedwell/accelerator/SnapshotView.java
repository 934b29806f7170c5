package org.speedwell.accelerator;

import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.store.BinlogPosition;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * One version of all tables in memory, for several streams that have to agree: whatever the store loads meanwhile, these
 * streams see the same moment of the database. As long as it is reachable the version's memory is kept. Immutable and
 * thread-safe.
 */
public final class SnapshotView {
    private final Snapshot snapshot;
    private final FallbackListener fallbacks;

    SnapshotView(Snapshot snapshot, FallbackListener fallbacks) {
        this.snapshot = snapshot;
        this.fallbacks = fallbacks;
    }

    /** As {@link DataStoreComponent#version()}. */
    public long version() {
        return snapshot.version();
    }

    /** The moment of the database, by this machine's clock. */
    public Instant takenAt() {
        return snapshot.takenAt();
    }

    /** The place of that moment in the database's binlog; empty where the database does not tell. */
    public Optional<String> binlogPosition() {
        return snapshot.position().map(BinlogPosition::toString);
    }

    /**
     * A stream of a table in this version, in primary-key order.
     *
     * @throws DataStoreNotLoadedException if the table is not in memory: views never are
     */
    public <E> Stream<E> stream(TableIdentifier<E> table) {
        TableStore<E> store = snapshot.table(table);
        if (store == null) {
            throw new DataStoreNotLoadedException("Table " + table.getSchemaId() + "." + table.getTableId()
                    + " is not in memory, so that no version of it can be kept: stream it by its manager.");
        }
        return EntityStream.of(store, false, fallbacks);
    }

    /** As {@link #stream(TableIdentifier)}, for the table of a manager. */
    public <E> Stream<E> stream(Manager<E> manager) {
        return stream(manager.getTableIdentifier());
    }
}
