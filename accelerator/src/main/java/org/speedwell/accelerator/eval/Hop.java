package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * A foreign key that a query follows. It names columns, and so applies to every version. Immutable.
 *
 * @param from the table of the referencing columns
 * @param row the referenced row, from {@link Row#FIRST}
 */
public record Hop(TableId<?> from, Row.Referenced row) {
    /** Returns the last foreign key on the path to a row. */
    public static Hop last(TableId<?> from, Row.Referenced row) {
        return new Hop(from, new Row.Referenced(Row.FIRST, row.foreignKey(), row.key(), row.table()));
    }

    /** Returns the referenced table. */
    public TableId<?> to() {
        return row.table();
    }

    /**
     * Returns the columns of a version by which an index finds the referencing rows. Returns null if there are none.
     */
    public RowPath.@Nullable Step reversible(Tables version) {
        RowPath.Step step = in(version);
        return step != null && step.isReversible() ? step : null;
    }

    /** Returns the columns of a version; null if it does not have them. */
    public RowPath.@Nullable Step in(Tables version) {
        TableStore<?> table = version.table(from);
        RowPath path = table == null ? null : RowPath.of(table, row, version);
        return path == null ? null : path.steps().getFirst();
    }

    @Override
    public String toString() {
        return "the reference from " + from.table() + " to " + to().table();
    }
}
