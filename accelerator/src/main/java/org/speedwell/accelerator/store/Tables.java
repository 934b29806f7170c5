package org.speedwell.accelerator.store;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/** The tables of one version. */
public interface Tables {
    /** No tables. */
    Tables NONE = new Tables() {
        @Override
        public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
            return null;
        }
    };

    /** Returns a table; null if there is none. */
    <T> @Nullable TableStore<T> table(TableId<T> identifier);

    /** Tells whether the application lets lambdas be read, so that columns compute the same. */
    default boolean readsFunctions() {
        return true;
    }
}
