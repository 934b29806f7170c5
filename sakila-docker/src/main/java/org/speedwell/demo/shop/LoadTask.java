package org.speedwell.demo.shop;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.schema.Progress;

/** The progress of the load of all tables into memory, shown as one task. */
public final class LoadTask implements LoadProgress, AutoCloseable {
    private final Progress progress;
    private final LongSupplier total;
    private Progress.@Nullable Task task;
    private final Map<TableIdentifier<?>, Long> rowsOfTables = new HashMap<>();

    /**
     * Creates a task.
     *
     * @param total counts the rows of all tables. The task calls it after the loader has compared the tables with the
     * model
     */
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
        Long before = rowsOfTables.put(table, rows); // the loader may load several tables at once
        running.advance(rows - (before == null ? 0 : before));
    }

    @Override
    public synchronized void close() {
        if (task != null) {
            task.close();
        }
    }
}
