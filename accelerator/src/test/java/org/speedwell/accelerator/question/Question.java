package org.speedwell.accelerator.question;

import java.util.List;
import java.util.Optional;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * A question as data: which tables are joined how, what is done with their rows, or with what is computed of these, and what comes of
 * it.
 *
 * @param tables the numbers of the tables
 * @param joins how each table but the first is joined to those before it
 * @param values what is done with values, where rows are mapped to values
 */
record Question(
        List<Integer> tables,
        List<Join> joins,
        List<Step> steps,
        Optional<Mapping> mapping,
        List<ValueStep> values,
        Terminal terminal,
        boolean isParallel) {

    /** How a table is joined to those before it: by a column of its own and one of an earlier one, or all to all. */
    record Join(Kind kind, RowColumn column, ComparisonOperator operator, int other, RowColumn otherColumn) {
        enum Kind {
            INNER,
            LEFT,
            RIGHT,
            CROSS
        }
    }

    /** What is done with a stream of rows or tuples. */
    sealed interface Step {
        record Filter(Condition condition) implements Step {}

        record TakeWhile(Condition condition) implements Step {}

        record DropWhile(Condition condition) implements Step {}

        record Sorted(List<Order> orders) implements Step {}

        record Skip(long count) implements Step {}

        record Limit(long count) implements Step {}

        record Distinct() implements Step {}
    }

    /** The order of a value, or its reverse; null comes last, or first, before that is reversed. */
    record Order(Value value, boolean isNullFirst, boolean isReversed) {}

    /** What rows are mapped to. */
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

    /** What is done with a stream of values. */
    sealed interface ValueStep {
        record NonNull() implements ValueStep {}

        record Distinct() implements ValueStep {}

        /** By their natural order. */
        record Sorted(boolean isReversed) implements ValueStep {}

        record Skip(long count) implements ValueStep {}

        record Limit(long count) implements ValueStep {}

        /** By a lambda: of numbers those that are not less, of other values those that are equal. */
        record Filter(Value.Constant constant) implements ValueStep {}

        /** Of whole numbers, by a lambda: three of each. */
        record Triple() implements ValueStep {}
    }

    /** What comes of a stream. */
    sealed interface Terminal {
        record Count() implements Terminal {}

        record ToList() implements Terminal {}

        record First() implements Terminal {}

        /** The first few that an iterator gives. */
        record Iterate(int count) implements Terminal {}

        /** The least or greatest row. */
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

        /** The least or greatest value. */
        record ValueExtreme(boolean isGreatest) implements Terminal {}

        /** Of primitive numbers. */
        record Sum() implements Terminal {}

        record Average() implements Terminal {}

        record Statistics() implements Terminal {}

        /** Values folded by their addition; decimals from zero on. */
        record Reduce() implements Terminal {}

        record Collect(Grouping grouping) implements Terminal {}

        /** Lists of so many elements each, one behind the other, or each beginning one element later. */
        record Windows(int size, boolean isSliding) implements Terminal {}

        /** How often there is each value. */
        record Frequencies() implements Terminal {}
    }

    /** What is collected. */
    sealed interface Grouping {
        /** One aggregate of all. */
        record Whole(Aggregate aggregate) implements Grouping {}

        /** A map by a value. */
        record ByValue(Value key, Aggregate aggregate) implements Grouping {}

        /** A map by whether a condition is true. */
        record ByCondition(Condition condition, Aggregate aggregate) implements Grouping {}

        /**
         * Lists of keys and aggregates.
         *
         * @param least only groups whose first aggregate, a count, is as many are kept; 0 for all
         */
        record ByKeys(List<Value> keys, List<Aggregate> aggregates, int least, boolean hasSubtotals)
                implements Grouping {}
    }

    /** What comes of the elements of a group. */
    sealed interface Aggregate {
        record Count() implements Aggregate {}

        /** Of ints, longs, doubles or decimals. */
        record Sum(Value value) implements Aggregate {}

        /** @param scale of decimals */
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

    /** Tells whether tuples may be without the row of a place. */
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
