package org.speedwell.accelerator.incremental;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;

/** The state from which the next result of a query follows. For one thread at a time. */
sealed interface QueryState permits Total, FirstRows {

    /**
     * Returns an empty state for a pipeline. A {@link Total} is preferred, because its updates do not depend on the
     * number of its rows.
     *
     * @param terminal the terminal operation
     * @param shape the shape of its collector; null if it has none, or columns cannot run it
     * @throws NotIncrementalException if there is no such state
     */
    static QueryState of(Terminal terminal, @Nullable CollectorShape shape) {
        try {
            return Total.of(terminal, shape);
        } catch (NotIncrementalException noTotal) {
            return FirstRows.of(terminal, noTotal.getMessage());
        }
    }

    /**
     * Returns the number of operations that run over changed rows. The state takes the stream of their results.
     *
     * @param all the number of operations before the terminal one
     */
    default int operations(int all) {
        return all;
    }

    /** Returns about how many bytes of heap the state takes. Takes constant time. */
    long bytes();

    /** Describes the state for people. */
    String describe();
}
