package org.speedwell.accelerator;

import com.speedment.runtime.config.identifier.TableIdentifier;

/** Told from the loading thread how far a load is. */
@FunctionalInterface
public interface LoadProgress {
    /** Tells nobody. */
    LoadProgress NONE = (table, rows, estimate, done) -> {};

    /**
     * @param rows rows of the table so far
     * @param estimate about how many there are, as the database estimates; exact once done
     * @param done whether the table is loaded and indexed
     */
    void rows(TableIdentifier<?> table, long rows, long estimate, boolean done);
}
