package org.speedwell.accelerator.store;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.lambda.ElementCode;
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

    /** Returns what reads functions of a table's entities; null if they are not read. */
    default @Nullable ElementCode code(TableId<?> identifier) {
        TableStore<?> table = table(identifier);
        return table == null ? null : table.fields().code();
    }
}
