package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.store.BinlogPosition;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.EntityStream;
import org.speedwell.accelerator.stream.FallbackListener;

/** A snapshot that somebody keeps. */
record KeptSnapshot(Snapshot snapshot, FallbackListener fallbacks) implements SnapshotView {
    @Override
    public long version() {
        return snapshot.version();
    }

    @Override
    public Instant takenAt() {
        return snapshot.takenAt();
    }

    @Override
    public Optional<String> binlogPosition() {
        return snapshot.position().map(BinlogPosition::toString);
    }

    @Override
    public <E> Stream<E> stream(TableIdentifier<E> table) {
        TableStore<E> store = snapshot.table(table);
        if (store == null) {
            throw new DataStoreNotLoadedException("Table " + table.getSchemaId() + "." + table.getTableId()
                    + " is not in memory, so that no version of it can be kept: stream it by its manager.");
        }
        return EntityStream.of(store, false, fallbacks);
    }
}
