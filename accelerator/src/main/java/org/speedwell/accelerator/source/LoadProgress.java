package org.speedwell.accelerator.source;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.io.Console;
import org.speedwell.accelerator.model.LoadPhase;

/**
 * Told how far a load is, by one thread at a time, though not always the same.
 *
 * {@snippet :
 * LoadProgress progress = (table, rows, estimate, phase) -> System.out.println(table.getTableId() + " " + rows + " of " + estimate);
 * store.load(LoadConfiguration.builder().progress(progress).build());
 * }
 */
@FunctionalInterface
public interface LoadProgress {
    /** Tells nobody. */
    LoadProgress NONE = (table, rows, estimate, phase) -> {};

    /**
     * Where it throws, the load fails.
     *
     * @param rows rows of the table so far
     * @param estimate about how many there are, as the database estimates; exact once all are read
     */
    void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase);

    /** The load is over, well or not: the last call. Where it throws, that is logged. */
    default void ended() {}

    /**
     * For a person: a bar for each table where somebody sits at a terminal and the library me.tongfei:progressbar is on the
     * class path, else a line in the log for each table that is done. For one load.
     */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 it is null again where there is no terminal
    static LoadProgress console() {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            try {
                return new ProgressBars(System.err);
            } catch (NoClassDefFoundError e) {
                // the library is an optional one
            }
        }
        return new ProgressLog();
    }
}
