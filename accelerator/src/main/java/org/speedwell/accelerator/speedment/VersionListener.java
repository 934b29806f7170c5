package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/**
 * The tables of one version, for its pipelines.
 *
 * @param known the tables that streams have asked for
 */
public record VersionListener(
        FallbackListener listener, Snapshot snapshot, ConcurrentHashMap<TableIdentifier<?>, TableStore<?>> known)
        implements FallbackListener {
    VersionListener(FallbackListener listener, Snapshot snapshot) {
        this(listener, snapshot, new ConcurrentHashMap<>());
    }

    /** The one that a version keeps for its pipelines, which all tell the same listener; it is made with the first. */
    public static VersionListener kept(Snapshot snapshot, FallbackListener listener) {
        return snapshot.companion() instanceof VersionListener known ? known : made(snapshot, listener);
    }

    private static VersionListener made(Snapshot snapshot, FallbackListener listener) {
        VersionListener made = new VersionListener(listener, snapshot);
        snapshot.setCompanion(made);
        return made;
    }

    @Override
    public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
        listener.fallback(table, operation, reason, function);
    }

    @Override
    public boolean readsFunctions() {
        return listener.readsFunctions();
    }

    @Override
    public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
        return snapshot.table(identifier);
    }

    /** Returns the table of a stream; null if the version does not have it. */
    @SuppressWarnings("unchecked") // a table is kept under its own identifier
    public <T> @Nullable TableStore<T> table(TableIdentifier<T> identifier) {
        TableStore<?> table = known.get(identifier);
        return (TableStore<T>) (table == null ? found(identifier) : table);
    }

    private @Nullable TableStore<?> found(TableIdentifier<?> identifier) {
        TableStore<?> table = snapshot.table(SpeedmentIds.of(identifier));
        if (table != null) {
            known.put(identifier, table);
        }
        return table;
    }
}
