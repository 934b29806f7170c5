package org.speedwell.accelerator.store;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** A cache of the foreign keys of one version of a table whose values all name rows. Thread-safe. */
public final class KnownReferences {
    private final Map<Key, Known> known = new ConcurrentHashMap<>();

    /** The places of the columns of a foreign key, and of those that it refers to. */
    private record Key(List<Integer> foreignKey, List<Integer> key) {}

    /** The weak reference lets the memory of a replaced version go. */
    private record Known(WeakReference<TableStore<?>> referenced, boolean areAllThere) {}

    /**
     * Returns whether every foreign key without NULL names a row. Checks each pair of versions once.
     *
     * @param foreignKey the places of the columns of the foreign key
     * @param referenced the version of the referenced table
     * @param key the places of the columns that the foreign key refers to
     * @param check finds out whether every foreign key names a row
     */
    public boolean areAllThere(
            List<Integer> foreignKey, TableStore<?> referenced, List<Integer> key, BooleanSupplier check) {
        Key of = new Key(foreignKey, key);
        Known last = known.get(of);
        if (last == null || !last.referenced.refersTo(referenced)) {
            last = new Known(new WeakReference<>(referenced), check.getAsBoolean());
            known.put(of, last);
        }
        return last.areAllThere;
    }
}
