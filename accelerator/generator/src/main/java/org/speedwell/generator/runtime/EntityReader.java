package org.speedwell.generator.runtime;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.List;

/**
 * A reader that copies rows into entities. Speedwell generates one for each table. Each setter receives a value of its
 * own type, and the JIT compiler sees each column separately. An implementation has a public constructor without
 * parameters. Stateless and thread-safe.
 */
public interface EntityReader<E> {
    /** Returns the columns that the reader reads, in the order that {@link #read} expects. */
    List<ColumnIdentifier<E>> columns();

    /**
     * Sets the fields of a new entity to the values of a row. It does not call the setter of a column that is NULL.
     *
     * @param columns the values of the columns that {@link #columns()} returns, in that order
     */
    void read(E entity, ColumnValues[] columns, int row);
}
