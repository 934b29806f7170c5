package org.speedwell.accelerator.stream;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * Told when a pipeline leaves columns: from an operation on that columns do not understand, it goes on with entities.
 * Operations that hand entities to the user anyway ({@code toList}, {@code forEach}, {@code collect}) are none. Called on
 * the thread that builds the pipeline; may throw to refuse.
 */
@FunctionalInterface
public interface FallbackListener extends Tables {
    /** Lets it pass. */
    FallbackListener SILENT = (table, operation, reason, function) -> {};

    /** Lets it pass, with functions read or not. */
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

    /** Returns another table of the version that the pipeline is of; null if there is none that is known. */
    @Override
    default <T> @Nullable TableStore<T> table(TableId<T> identifier) {
        return null;
    }

    /**
     * @param operation the name of the stream's method
     * @param reason why columns do not understand it
     * @param function the function given to the operation, if it takes one
     */
    void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function);
}
