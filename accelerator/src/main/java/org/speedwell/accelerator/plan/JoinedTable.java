package org.speedwell.accelerator.plan;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.KeyMatch;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table of a join.
 *
 * @param kind how the table joins the earlier tables. The first table is {@link Kind#INNER}
 * @param link the columns to join by; null for a cross join and for the first table
 * @param filter the filter for the table's row in a tuple of the result; null if there is none
 * @param rows the ids of the only rows that the join reads, in ascending order; null if it reads all rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record JoinedTable(
        TableStore<?> table,
        Kind kind,
        @Nullable Link link,
        @Nullable Filter filter,
        int @Nullable [] rows) {

    /** Creates a table of which the join reads all rows. */
    public JoinedTable(TableStore<?> table, Kind kind, @Nullable Link link, @Nullable Filter filter) {
        this(table, kind, link, filter, null);
    }

    /** The kinds of join, by the tuples and rows that the join keeps without a match. */
    public enum Kind {
        INNER("join", false, false),
        LEFT("left join", true, false),
        RIGHT("right join", false, true),
        FULL("full outer join", true, true);

        final String description;
        final boolean keepsTuples;
        final boolean keepsRows;

        /**
         * Creates a kind.
         *
         * @param keepsTuples true if tuples of the earlier tables remain without a row of this table
         * @param keepsRows true if rows of this table remain without rows of the earlier tables
         */
        Kind(String description, boolean keepsTuples, boolean keepsRows) {
            this.description = description;
            this.keepsTuples = keepsTuples;
            this.keepsRows = keepsRows;
        }

        private static Kind of(boolean keepsTuples, boolean keepsRows) {
            return Stream.of(values())
                    .filter(kind -> kind.keepsTuples == keepsTuples && kind.keepsRows == keepsRows)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the kind that does not keep unmatched tuples. */
        Kind withoutTuples() {
            return of(false, keepsRows);
        }

        /** Returns the kind that does not keep unmatched rows. */
        Kind withoutRows() {
            return of(keepsTuples, false);
        }

        /** Returns a lower bound of the number of tuples after the join. */
        double least(double tuples, double rows) {
            return Math.max(keepsTuples ? tuples : 0, keepsRows ? rows : 0);
        }
    }

    /**
     * A join condition that compares a column of this table with a column of an earlier table. NULL satisfies no
     * condition.
     *
     * @param other the place of the earlier table
     * @param rule how the values are compared
     */
    public record Link(
            ColumnRef.Ordered column,
            ComparisonOperator operator,
            int other,
            ColumnRef.Ordered otherColumn,
            MatchRule rule) {

        /**
         * Returns the same condition from the view of the other table.
         *
         * @param place the place of this table
         */
        Link swapped(int place) {
            return new Link(otherColumn, operator.mirrored(), place, column, rule.swapped());
        }

        /**
         * Returns a description for {@code explain}.
         *
         * @param names the names of the tables by place
         */
        String describe(List<String> names) {
            return "%s %s %s.%s".formatted(column.name(), operator.sql(), names.get(other), otherColumn.name());
        }

        /** Returns whether Speedwell can determine which keys match. */
        public boolean isKnown() {
            return match() != null;
        }

        /** Returns which keys match, or null if only the database can determine it. */
        @Nullable
        KeyMatch match() {
            return rule.match(column, operator, otherColumn);
        }
    }

    /** Returns the same with another object of the table, which has the same rows. */
    JoinedTable over(TableStore<?> other) {
        return new JoinedTable(other, kind, link, filter, rows);
    }

    JoinedTable as(Kind other) {
        return new JoinedTable(table, other, link, filter, rows);
    }

    JoinedTable with(@Nullable Filter other) {
        return new JoinedTable(table, kind, link, other, rows);
    }

    JoinedTable of(int[] only) {
        return new JoinedTable(table, kind, link, filter, only);
    }

    /** Returns the query of the rows that the join reads and that pass a filter. */
    Logical query(@Nullable Filter other) {
        Logical all = rows == null ? Logical.TABLE : new Logical.Listed(rows);
        return other == null ? all : Logical.filtered(all, other);
    }

    String name() {
        return table.name();
    }
}
