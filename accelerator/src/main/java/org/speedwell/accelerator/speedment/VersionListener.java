package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/** The tables of one version, for its pipelines. Thread-safe. */
public final class VersionListener implements FallbackListener {
    private final FallbackListener listener;
    private final Snapshot snapshot;

    /**
     * The tables that streams have asked for, by open addressing with the hash of the identifiers. At least three of four slots are
     * free. Speedment interns identifiers, so {@code ==} tells them apart. A longer array takes the place of a full one.
     */
    private volatile @Nullable Asked[] asked = new Asked[4];

    /** A table, and Speedment's name for it. */
    private record Asked(TableIdentifier<?> identifier, TableStore<?> table) {}

    VersionListener(FallbackListener listener, Snapshot snapshot) {
        this.listener = listener;
        this.snapshot = snapshot;
    }

    /** Returns the one that a version keeps for its pipelines, which all tell the same listener. The first call makes it. */
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
    @SuppressWarnings({"unchecked", "ReferenceEquality"}) // a table is kept under its own identifier
    public <T> @Nullable TableStore<T> table(TableIdentifier<T> identifier) {
        @Nullable Asked[] slots = asked;
        for (int slot = identifier.hashCode(); ; slot++) {
            Asked one = slots[slot & (slots.length - 1)];
            if (one == null) {
                return (TableStore<T>) found(identifier);
            }
            if (one.identifier == identifier) {
                return (TableStore<T>) one.table;
            }
        }
    }

    private synchronized @Nullable TableStore<?> found(TableIdentifier<?> identifier) {
        TableStore<?> table = snapshot.table(SpeedmentIds.of(identifier));
        List<Asked> all =
                new ArrayList<>(Arrays.stream(asked).filter(Objects::nonNull).toList());
        if (table != null && all.stream().noneMatch(one -> one.identifier.equals(identifier))) {
            all.add(new Asked(identifier, table));
            asked = slots(all);
        }
        return table;
    }

    private static @Nullable Asked[] slots(List<Asked> all) {
        @Nullable Asked[] slots = new Asked[Integer.highestOneBit(all.size()) << 3];
        for (Asked one : all) {
            int slot = one.identifier.hashCode();
            while (slots[slot & (slots.length - 1)] != null) {
                slot++;
            }
            slots[slot & (slots.length - 1)] = one;
        }
        return slots;
    }
}
