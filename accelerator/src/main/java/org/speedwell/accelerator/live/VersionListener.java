package org.speedwell.accelerator.live;

import com.speedment.runtime.config.identifier.TableIdentifier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/** The tables of one version, as its pipelines see them. Thread-safe. */
public final class VersionListener implements FallbackListener {
    private final FallbackListener listener;
    private final Snapshot snapshot;

    VersionListener(FallbackListener listener, Snapshot snapshot) {
        this.listener = listener;
        this.snapshot = snapshot;
    }

    /**
     * Returns the listener that a version keeps for its pipelines, which all notify {@code listener}. The first call
     * creates it.
     */
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

    @Override
    public KnownReferences references() {
        return snapshot.references();
    }

    /** Returns the table of a stream; null if the version does not have it. Speedment interns identifiers. */
    public static <T> @Nullable TableStore<T> table(Snapshot snapshot, TableIdentifier<T> identifier) {
        TableStore<T> known = aliased(snapshot, identifier);
        return known == null ? named(snapshot, identifier, SpeedmentIds.of(identifier)) : known;
    }

    /**
     * Returns the table of a stream; null if the version does not have it.
     *
     * @param alias the object by which the caller always names this table, compared by identity
     */
    static <T> @Nullable TableStore<T> table(Snapshot snapshot, Object alias, TableId<T> identifier) {
        TableStore<T> known = aliased(snapshot, alias);
        return known == null ? named(snapshot, alias, identifier) : known;
    }

    @SuppressWarnings("unchecked") // a caller gives one alias to one table only
    private static <T> @Nullable TableStore<T> aliased(Snapshot snapshot, Object alias) {
        return (TableStore<T>) snapshot.aliased(alias);
    }

    private static <T> @Nullable TableStore<T> named(Snapshot snapshot, Object alias, TableId<T> identifier) {
        TableStore<T> table = snapshot.table(identifier);
        if (table != null) {
            snapshot.setAlias(alias, table);
        }
        return table;
    }
}
