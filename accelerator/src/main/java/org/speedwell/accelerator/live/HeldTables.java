package org.speedwell.accelerator.live;

import com.speedment.runtime.config.identifier.TableIdentifier;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.accelerator.store.TableStore;

/** The columns of one version, for code that exports them. Each {@link SnapshotView} of a store implements it. */
public interface HeldTables {
    /**
     * A table in one version.
     *
     * @param rows the columns and rows
     * @param description the names and constants of the columns
     * @param isMapped true if a mapped file may hold memory of the version. A read of a truncated file then fails
     */
    record Held<E>(TableStore<E> rows, TableDescription<E> description, boolean isMapped) {}

    /**
     * Returns a table of this version.
     *
     * @throws DataStoreNotLoadedException if the table is not in memory
     */
    <E> Held<E> held(TableIdentifier<E> table);

    /**
     * Returns the table of a class of rows.
     *
     * @throws IllegalArgumentException if the application has no table of this class
     * @throws DataStoreNotLoadedException if the table is not in memory
     */
    <E> Held<E> held(Class<E> rows);
}
