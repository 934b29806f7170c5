package org.speedwell.accelerator;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.index.PairIndex;
import org.speedwell.accelerator.load.EntityTable;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RandomEntities;

/** All tables of an application full of random rows, with no database. */
final class RandomSnapshot {
    private RandomSnapshot() {}

    /**
     * So many rows in each table.
     *
     * @param kind 0, 1 or 2: with indexes and NULLs; with long decimals and texts, and no NULL; without indexes
     */
    static Snapshot of(Speedment app, int rows, int kind) {
        List<TableStore<?>> tables = new ArrayList<>();
        for (Manager<?> manager : app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .toList()) {
            tables.add(table(app, manager, rows, kind));
        }
        return new Snapshot(1, Instant.EPOCH, null, tables);
    }

    private static <E> TableStore<E> table(Speedment app, Manager<E> manager, int size, int kind) {
        EntityTable.Shape shape = EntityTable.Shape.of(app, manager, 2);
        List<E> rows = new RandomEntities<>(manager, shape, new SplittableRandom(kind)).list(size, kind == 1 ? 0 : 15);
        TableStore<E> table = EntityTable.of(app, manager, shape, rows, kind != 2, kind == 1 ? 21 : 10, true, () -> {});
        List<Field<E>> fields = manager.fields().toList();
        Lease lease = new Lease();
        TableStore.Builder<E> copy =
                TableStore.builder(table.identifier(), table.entities(), lease).primaryKey(true);
        for (int i = 0; i < fields.size(); i++) {
            copy.column(fields.get(i).identifier(), table.column(i), table.index(i));
        }
        pair(table, lease).ifPresent(copy::pair);
        return copy.build();
    }

    /** An index over the first two columns that can have one. */
    private static Optional<PairIndex> pair(TableStore<?> table, Lease lease) {
        for (int i = 1; i < table.columns(); i++) {
            KeyColumn first = table.orderedColumn(0);
            KeyColumn second = table.orderedColumn(i);
            if (first != null && second != null) {
                try {
                    return Optional.of(PairIndex.build(0, first, i, second, lease));
                } catch (IllegalArgumentException e) {
                    // their keys are too far apart
                }
            }
        }
        return Optional.empty();
    }
}
