package org.speedwell.demo.shop;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.schema.Progress;

/** The load of all tables into memory, as one task. */
public final class LoadTask implements LoadProgress, AutoCloseable {
    private final Progress progress;
    private final LongSupplier total;
    private Progress.@Nullable Task task;
    private final Map<TableIdentifier<?>, Long> rowsOfTables = new HashMap<>();

    /** @param total counts the rows; called once the loader has found the tables to be those of the model */
    public LoadTask(Progress progress, LongSupplier total) {
        this.progress = progress;
        this.total = total;
    }

    @Override
    public synchronized void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase) {
        Progress.Task running = task;
        if (running == null) {
            running = progress.start("into memory", total.getAsLong());
            task = running;
        }
        Long before = rowsOfTables.put(table, rows); // several tables may be under way
        running.advance(rows - (before == null ? 0 : before));
    }

    @Override
    public synchronized void close() {
        if (task != null) {
            task.close();
        }
    }
}
