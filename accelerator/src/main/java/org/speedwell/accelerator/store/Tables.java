package org.speedwell.accelerator.store;

import com.speedment.runtime.config.identifier.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** The tables of one version. */
public interface Tables {
    /** No tables. */
    Tables NONE = new Tables() {
        @Override
        public <T> @Nullable TableStore<T> table(TableIdentifier<T> identifier) {
            return null;
        }
    };

    /** Returns a table; null if there is none. */
    <T> @Nullable TableStore<T> table(TableIdentifier<T> identifier);
}
