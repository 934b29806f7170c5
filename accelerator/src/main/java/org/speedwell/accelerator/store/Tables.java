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

    /** Tells whether functions of the user's may be read, to run on columns what they compute. */
    default boolean readsFunctions() {
        return true;
    }
}
