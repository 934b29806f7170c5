package org.speedwell.accelerator.question;

import java.util.List;
import java.util.Optional;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * A question as data: the joined tables, the steps over their rows or over computed values, and the result.
 *
 * @param tables the numbers of the tables
 * @param joins the join of each table but the first with the tables before it
 * @param values the steps over the values to which the rows are mapped
 */
record Question(
        List<Integer> tables,
        List<Join> joins,
        List<Step> steps,
        Optional<Mapping> mapping,
        List<ValueStep> values,
        Terminal terminal,
        boolean isParallel) {

    /**
     * A join of a table with earlier tables: by its column and a column of one of them, or of all rows with all rows.
     */
    record Join(Kind kind, RowColumn column, ComparisonOperator operator, int other, RowColumn otherColumn) {
        enum Kind {
            INNER,
            LEFT,
            RIGHT,
            CROSS
        }
    }

    /** A step over a stream of rows or tuples. */
    sealed interface Step {
        record Filter(Condition condition) implements Step {}

        record TakeWhile(Condition condition) implements Step {}

        record DropWhile(Condition condition) implements Step {}

        record Sorted(List<Order> orders) implements Step {}

        record Skip(long count) implements Step {}

        record Limit(long count) implements Step {}

        record Distinct() implements Step {}
    }

    /** The order of a value, or its reverse. Null comes last or first; the reversal applies to nulls as well. */
    record Order(Value value, boolean isNullFirst, boolean isReversed) {}

    /** The values to which rows are mapped. */
    record Mapping(Target target, Value value) {
        enum Target {
            OBJECTS("map"),
            INTS("mapToInt"),
            LONGS("mapToLong"),
            DOUBLES("mapToDouble");

            final String method;

            Target(String method) {
                this.method = method;
            }
        }
    }

    /** A step over a stream of values. */
    sealed interface ValueStep {
        record NonNull() implements ValueStep {}

        record Distinct() implements ValueStep {}

        /** A sort by natural order. */
        record Sorted(boolean isReversed) implements ValueStep {}

        record Skip(long count) implements ValueStep {}

        record Limit(long count) implements ValueStep {}

        /** A lambda as filter: it accepts numbers that are at least the constant, and other values that equal it. */
        record Filter(Value.Constant constant) implements ValueStep {}

        /** A lambda that multiplies integers by three. */
        record Triple() implements ValueStep {}
    }

    /** The last operation of a stream. */
    sealed interface Terminal {
        record Count() implements Terminal {}

        record ToList() implements Terminal {}

        record First() implements Terminal {}

        /** The first elements that an iterator returns. */
        record Iterate(int count) implements Terminal {}

        /** The smallest or largest row. */
        record Extreme(boolean isGreatest, List<Order> orders) implements Terminal {}

        record Match(Kind kind, Condition condition) implements Terminal {
            enum Kind {
                ANY("anyMatch"),
                ALL("allMatch"),
                NONE("noneMatch");

                final String method;

                Kind(String method) {
                    this.method = method;
                }
            }
        }

        /** The smallest or largest value. */
        record ValueExtreme(boolean isGreatest) implements Terminal {}

        /** The sum of primitive numbers. */
        record Sum() implements Terminal {}

        record Average() implements Terminal {}

        record Statistics() implements Terminal {}

        /** The values reduced by addition; decimals start at zero. */
        record Reduce() implements Terminal {}

        record Collect(Grouping grouping) implements Terminal {}

        /**
         * Lists of {@code size} consecutive elements. Each list starts after the previous one, or one element after its
         * start.
         */
        record Windows(int size, boolean isSliding) implements Terminal {}

        /** The number of occurrences of each value. */
        record Frequencies() implements Terminal {}
    }

    /** A collected result. */
    sealed interface Grouping {
        /** One aggregate of all elements. */
        record Whole(Aggregate aggregate) implements Grouping {}

        /** A map by a value. */
        record ByValue(Value key, Aggregate aggregate) implements Grouping {}

        /** A map with one entry for true and one for false. */
        record ByCondition(Condition condition, Aggregate aggregate) implements Grouping {}

        /**
         * Lists of keys and aggregates.
         *
         * @param least the smallest count of a kept group; its first aggregate is the count; 0 keeps all groups
         */
        record ByKeys(List<Value> keys, List<Aggregate> aggregates, int least, boolean hasSubtotals)
                implements Grouping {}
    }

    /** An aggregate of the elements of a group. */
    sealed interface Aggregate {
        record Count() implements Aggregate {}

        /** The sum of ints, longs, doubles or decimals. */
        record Sum(Value value) implements Aggregate {}

        /**
         * The mean of values.
         *
         * @param scale the scale of the mean of decimals
         */
        record Average(Value value, int scale) implements Aggregate {}

        record Summary(Value value) implements Aggregate {}

        record Extreme(boolean isGreatest, Value value) implements Aggregate {}

        record DistinctCount(Value value) implements Aggregate {}

        record Percentile(Value value, double share) implements Aggregate {}

        record Variance(Value value, boolean isOfSample) implements Aggregate {}

        record Filtered(Condition condition, Aggregate aggregate) implements Aggregate {}

        /** All values in a list. */
        record Listed(Value value) implements Aggregate {}
    }

    int places() {
        return tables.size();
    }

    /** Returns whether tuples may lack the row of a place. */
    boolean isOuter(int place) {
        for (int i = 1; i < tables.size(); i++) {
            Join.Kind kind = joins.get(i - 1).kind();
            if (kind == Join.Kind.LEFT && i == place || kind == Join.Kind.RIGHT && place < i) {
                return true;
            }
        }
        return false;
    }

    boolean hasOuter() {
        return joins.stream().anyMatch(join -> join.kind() == Join.Kind.LEFT || join.kind() == Join.Kind.RIGHT);
    }
}
