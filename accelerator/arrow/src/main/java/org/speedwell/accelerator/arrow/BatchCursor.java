package org.speedwell.accelerator.arrow;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/** A cursor over the rows of a table in batches. For one thread at a time. */
final class BatchCursor {
    private final TableStore<?> table;
    private final int size;
    private int next;

    BatchCursor(TableStore<?> table, int size) {
        this.table = table;
        this.size = size;
    }

    /** Returns the next batch with at least one row; null at the end. */
    @Nullable
    Batch next() {
        while (next < table.end()) {
            int end = (int) Math.min(table.end(), (long) next + size);
            Batch batch = Batch.of(next, end, table.present());
            next = end;
            if (batch.length() > 0) {
                return batch;
            }
        }
        return null;
    }
}
