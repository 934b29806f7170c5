package org.speedwell.accelerator.source;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.HashMap;
import java.util.Map;
import org.speedwell.accelerator.model.LoadPhase;

/** A listener that logs each table that is loaded. For one load. */
final class ProgressLog implements LoadProgress {
    private static final System.Logger LOG = System.getLogger(LoadProgress.class.getName());

    private final Map<TableIdentifier<?>, Long> begun = new HashMap<>();

    @Override
    public void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase) {
        long now = System.nanoTime();
        long since = begun.computeIfAbsent(table, first -> now);
        if (phase == LoadPhase.DONE) {
            double seconds = Math.max(1, now - since) / 1e9;
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "Loaded table %s.%s: %,d rows in %.2f s"
                            .formatted(table.getSchemaId(), table.getTableId(), rows, seconds));
        }
    }
}
