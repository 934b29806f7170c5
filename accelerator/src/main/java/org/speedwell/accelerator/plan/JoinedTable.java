package org.speedwell.accelerator.plan;

import com.speedment.runtime.field.Field;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.EnumNames;
import org.speedwell.accelerator.join.KeyMatch;
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
     * A condition: the value of a column of this table compares with that of a column of an earlier table as the operator says. NULL
     * meets no condition.
     *
     * @param other the place of the earlier table
     * @param names of two different enums that are compared by them; else null
     */
    public record Link(
            ColumnRef.Ordered column,
            ComparisonOperator operator,
            int other,
            ColumnRef.Ordered otherColumn,
            @Nullable EnumNames names) {

        /** Returns a condition on two columns, of which the fields know how enums are called in the database. */
        public static Link of(
                ColumnRef.Ordered column,
                Field<?> field,
                ComparisonOperator operator,
                int other,
                ColumnRef.Ordered otherColumn,
                Field<?> otherField) {
            return new Link(
                    column,
                    operator,
                    other,
                    otherColumn,
                    EnumNames.of(column, field, operator, otherColumn, otherField));
        }

        /** Returns the same condition as one of the other table, of which this one is at the given place. */
        Link swapped(int place) {
            return new Link(otherColumn, operator.mirrored(), place, column, names == null ? null : names.swapped());
        }

        /** Returns whether it is known how the database compares the two. */
        public boolean isKnown() {
            return match() != null;
        }

        /** Returns which keys match; null where only the database knows. */
        @Nullable
        KeyMatch match() {
            if (column.isConverted() || otherColumn.isConverted()) {
                return null;
            }
            return names == null
                    ? KeyMatch.of(column.column(), operator, otherColumn.column())
                    : KeyMatch.byName(operator, names.sameName());
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
