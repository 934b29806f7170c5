package org.speedwell.accelerator.expression;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import com.speedment.runtime.config.identifier.TableIdentifier;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

/** A translator between the identifiers of Speedment and those of the engine, for tables and columns. */
public final class SpeedmentIds {
    private SpeedmentIds() {}

    public static <E> TableId<E> of(TableIdentifier<E> table) {
        return new TableId<>(table.getDbmsId(), table.getSchemaId(), table.getTableId());
    }

    public static <E> TableIdentifier<E> identifier(TableId<E> table) {
        return TableIdentifier.of(table.database(), table.schema(), table.table());
    }

    /** Returns the id of a column. Its key is the identifier. */
    public static ColumnId of(ColumnIdentifier<?> column) {
        return new ColumnId(column.getColumnId(), column);
    }

    /** Returns the identifier of a column whose id {@link #of(ColumnIdentifier)} created. */
    public static ColumnIdentifier<?> identifier(ColumnId column) {
        return (ColumnIdentifier<?>) column.key();
    }
}
