package org.speedwell.accelerator.join;

import com.speedment.runtime.join.stage.JoinOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table of a join.
 *
 * @param kind how its rows are joined to those of the tables before it; of the first table {@link Kind#INNER}
 * @param link by which columns; null for all rows beside all, and for the first table
 * @param filter what must hold for its row in a tuple of the result; null where nothing must
 */
public record JoinedTable(
        TableStore<?> table,
        Kind kind,
        @Nullable Link link,
        @Nullable Filter filter) {

    /** Of which tables a tuple has no row where none is found. */
    public enum Kind {
        INNER("join"),
        /** Of this one. */
        LEFT("left join"),
        /** Of all before it. */
        RIGHT("right join");

        final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /**
     * The value of a column of this table stands to that of a column of an earlier one as an operator says; of NULL none does.
     *
     * @param other the place of the earlier table
     */
    public record Link(ColumnRef.Ordered column, JoinOperator operator, int other, ColumnRef.Ordered otherColumn) {
        /** Whether it is known how the database compares the two. */
        public boolean isKnown() {
            return KeyMatch.of(column.column(), operator, otherColumn.column()) != null;
        }
    }

    JoinedTable as(Kind other) {
        return new JoinedTable(table, other, link, filter);
    }

    JoinedTable with(@Nullable Filter other) {
        return new JoinedTable(table, kind, link, other);
    }

    String name() {
        return table.identifier().getTableId();
    }
}
