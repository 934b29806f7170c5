package org.speedwell.accelerator.versions;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.RandomEntities;

/** A snapshot of all tables of an application, filled with random rows without a database. */
public final class RandomSnapshot {
    /**
     * The maximum number of two-column indexes of a table. Each covers the first column and one of the columns after
     * it.
     */
    private static final int PAIRS = 5;

    private RandomSnapshot() {}

    /**
     * Creates a snapshot of all tables.
     *
     * @param rows the number of rows of each table
     * @param kind 0, 1 or 2: with indexes and NULLs; with long decimals and texts, and no NULL; without indexes
     */
    public static Snapshot of(Speedment app, int rows, int kind) {
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
        int columns = (int) manager.fields().count();
        List<EntityTable.Pair> pairs = IntStream.rangeClosed(1, Math.min(PAIRS, columns - 1))
                .mapToObj(second -> new EntityTable.Pair(0, second))
                .toList();
        EntityTable.Layout layout = new EntityTable.Layout(_ -> kind != 2, pairs, kind == 1 ? 21 : 10, true);
        return EntityTable.of(app, manager, shape, rows, layout, () -> {});
    }
}
