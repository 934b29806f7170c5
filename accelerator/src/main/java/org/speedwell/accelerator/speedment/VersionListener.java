package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/** Tells the pipelines of one version of the other tables that it has. */
record VersionListener(FallbackListener listener, Snapshot snapshot) implements FallbackListener {

    /** The one that a version keeps for its pipelines, which all tell the same listener; it is made with the first. */
    static FallbackListener kept(Snapshot snapshot, FallbackListener listener) {
        return snapshot.companion() instanceof VersionListener known ? known : made(snapshot, listener);
    }

    private static FallbackListener made(Snapshot snapshot, FallbackListener listener) {
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
    public <T> @Nullable TableStore<T> table(TableIdentifier<T> identifier) {
        return snapshot.table(identifier);
    }
}
