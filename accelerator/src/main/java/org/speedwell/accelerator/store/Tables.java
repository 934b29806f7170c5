package org.speedwell.accelerator.store;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/** The tables of one version. */
public interface Tables {
    /** An implementation without tables. */
    Tables NONE = new Tables() {
        @Override
        public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
            return null;
        }
    };

    /** Returns a table, or null if there is none. */
    <T> @Nullable TableStore<T> table(TableId<T> identifier);

    /**
     * Receives a foreign key that a query follows.
     *
     * @param from the table of the referencing columns
     * @param row the referenced row
     */
    default void follows(TableId<?> from, Row.Referenced row) {}

    /** Returns a table whose rows the entities of a query hold, or null if there is none. */
    default <T> @Nullable TableStore<T> held(TableId<T> identifier) {
        return table(identifier);
    }

    /** Returns the foreign keys of these tables that queries have checked. The default remembers none. */
    default KnownReferences references() {
        return new KnownReferences();
    }

    /** Returns whether the application permits reading the bytecode of lambdas, so that they run on columns. */
    default boolean readsFunctions() {
        return true;
    }
}
