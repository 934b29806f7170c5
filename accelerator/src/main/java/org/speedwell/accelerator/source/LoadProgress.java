package org.speedwell.accelerator.source;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.io.Console;
import org.speedwell.accelerator.model.LoadPhase;

/**
 * A listener to the progress of a load. One thread at a time calls it, but not always the same one.
 *
 * {@snippet :
 * LoadProgress progress = (table, rows, estimate, phase) -> System.out.println(table.getTableId() + " " + rows + " of " + estimate);
 * store.load(LoadConfiguration.builder().progress(progress).build());
 * }
 */
@FunctionalInterface
public interface LoadProgress {
    /** A listener that does nothing. */
    LoadProgress NONE = (table, rows, estimate, phase) -> {};

    /**
     * Receives the progress of one table. If it throws, the load fails.
     *
     * @param rows the number of rows read so far
     * @param estimate the number of rows that the database estimates; exact once all are read
     */
    void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase);

    /** Receives the end of the load, after a success or a failure. This is the last call. An exception is logged. */
    default void ended() {}

    /**
     * Returns a display for people, for one load. It shows a bar for each table if there is a terminal and the library
     * me.tongfei:progressbar is on the class path. Otherwise it logs one line for each table that is done.
     */
    @SuppressWarnings("SystemConsoleNull") // in JDK 25 it is null again if there is no terminal
    static LoadProgress console() {
        Console console = System.console();
        if (console != null && console.isTerminal()) {
            try {
                return new ProgressBars(System.err);
            } catch (NoClassDefFoundError e) {
                // the library is optional
            }
        }
        return new ProgressLog();
    }
}
