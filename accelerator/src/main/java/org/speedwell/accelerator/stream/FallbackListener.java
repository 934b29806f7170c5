package org.speedwell.accelerator.stream;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A listener for pipelines that leave columns: an operation that columns do not support continues with entities.
 * Operations that pass entities to the user anyway ({@code toList}, {@code forEach}, {@code collect}) are not
 * fallbacks. The thread that builds the pipeline calls the listener. The listener may throw an exception to reject the
 * fallback.
 */
@FunctionalInterface
public interface FallbackListener extends Tables {
    /** A listener that permits every fallback. */
    FallbackListener SILENT = (table, operation, reason, function) -> {};

    /**
     * Returns a listener that permits every fallback.
     *
     * @param readsFunctions true if Speedwell may read the bytecode of lambdas
     */
    static FallbackListener silent(boolean readsFunctions) {
        return new FallbackListener() {
            @Override
            public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {}

            @Override
            public boolean readsFunctions() {
                return readsFunctions;
            }
        };
    }

    /** Returns another table of the pipeline's version, or null if there is none. */
    @Override
    default <T> @Nullable TableStore<T> table(TableId<T> identifier) {
        return null;
    }

    /**
     * Receives a fallback.
     *
     * @param operation the name of the stream's method
     * @param reason why columns do not support it
     * @param function the function passed to the operation; null if it takes none
     */
    void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function);
}
