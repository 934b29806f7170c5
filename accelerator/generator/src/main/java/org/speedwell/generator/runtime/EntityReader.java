package org.speedwell.generator.runtime;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.List;

/**
 * Reads rows into entities: generated for each table, so that each setter is called with a value of its own type, and the
 * compiler sees each column apart. Has a public constructor without parameters. Stateless and thread-safe.
 */
public interface EntityReader<E> {
    /** The columns that it reads, in its order. */
    List<ColumnIdentifier<E>> columns();

    /** Gives a new entity the values of a row; what is NULL is not set. The columns are those of {@link #columns()}. */
    void read(E entity, ColumnValues[] columns, int row);
}
