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
 * @param kind how its rows are joined to those of the tables before it; of the first table {@link Kind#INNER}
 * @param link by which columns; null for all rows beside all, and for the first table
 * @param filter what must hold for its row in a tuple of the result; null where nothing must
 */
public record JoinedTable(
        TableStore<?> table,
        Kind kind,
        @Nullable Link link,
        @Nullable Filter filter) {

    /** The tuples and rows that a join keeps although they match nothing. */
    public enum Kind {
        INNER("join", false, false),
        LEFT("left join", true, false),
        RIGHT("right join", false, true),
        FULL("full outer join", true, true);

        final String words;
        final boolean keepsTuples;
        final boolean keepsRows;

        /**
         * @param keepsTuples whether tuples of the tables before stay, without a row of this table
         * @param keepsRows whether rows of this table stay, without rows of the tables before
         */
        Kind(String words, boolean keepsTuples, boolean keepsRows) {
            this.words = words;
            this.keepsTuples = keepsTuples;
            this.keepsRows = keepsRows;
        }

        private static Kind of(boolean keepsTuples, boolean keepsRows) {
            return Stream.of(values())
                    .filter(kind -> kind.keepsTuples == keepsTuples && kind.keepsRows == keepsRows)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the kind that keeps no tuples. */
        Kind withoutTuples() {
            return of(false, keepsRows);
        }

        /** Returns the kind that keeps no rows. */
        Kind withoutRows() {
            return of(keepsTuples, false);
        }

        /** Returns the least number of tuples that come of a number of tuples and rows. */
        double least(double tuples, double rows) {
            return Math.max(keepsTuples ? tuples : 0, keepsRows ? rows : 0);
        }
    }

    /**
     * A condition: the value of a column of this table compares with that of a column of an earlier table as the operator says. NULL
     * meets no condition.
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

        /** Returns the same condition as one of the other table, of which this one is at the given place. */
        Link swapped(int place) {
            return new Link(otherColumn, operator.mirrored(), place, column, rule.swapped());
        }

        /** Describes the condition for a person, given the names of the tables. */
        String describe(List<String> names) {
            return "%s %s %s.%s".formatted(column.name(), operator.sql(), names.get(other), otherColumn.name());
        }

        /** Returns whether it is known which keys match. */
        public boolean isKnown() {
            return match() != null;
        }

        /** Returns which keys match; null where only the database knows. */
        @Nullable
        KeyMatch match() {
            return rule.match(column, operator, otherColumn);
        }
    }

    JoinedTable as(Kind other) {
        return new JoinedTable(table, other, link, filter);
    }

    JoinedTable with(@Nullable Filter other) {
        return new JoinedTable(table, kind, link, other);
    }

    String name() {
        return table.name();
    }
}
