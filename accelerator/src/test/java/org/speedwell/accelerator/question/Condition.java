package org.speedwell.accelerator.question;

import java.util.List;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * A condition on an element. As in SQL, a comparison with null is neither true nor false. The same holds for its
 * negation. An element passes only if the whole condition is true.
 */
sealed interface Condition {
    /**
     * A comparison of two values. Decimals of a column are equal only with equal scales, like objects. Computed
     * decimals are equal as numbers.
     */
    record Compare(Value value, ComparisonOperator operator, Value other) implements Condition {}

    record Between(Value.Cell cell, Value.Constant low, Value.Constant high, boolean hasLow, boolean hasHigh)
            implements Condition {}

    record In(Value.Cell cell, List<Value.Constant> constants) implements Condition {}

    /** A test whether a computed value equals one of the constants, compared as numbers. */
    record Among(Value value, List<Value.Constant> constants) implements Condition {}

    /** A test whether a computed value is at least {@code low} and below {@code high}. */
    record Within(Value value, Value.Constant low, Value.Constant high) implements Condition {}

    /** A test whether a text matches a pattern of SQL. */
    record Like(Value.Cell cell, String pattern) implements Condition {}

    record IsNull(Value.Cell cell) implements Condition {}

    /** A boolean cell. */
    record Flag(Value.Cell cell) implements Condition {}

    record Text(Value.Cell cell, Test test, Value.Constant part) implements Condition {
        enum Test {
            STARTS("startsWith", false),
            ENDS("endsWith", false),
            CONTAINS("contains", false),
            EQUALS("equal", false),
            STARTS_IGNORE_CASE("startsWithIgnoreCase", true),
            ENDS_IGNORE_CASE("endsWithIgnoreCase", true),
            CONTAINS_IGNORE_CASE("containsIgnoreCase", true),
            EQUALS_IGNORE_CASE("equalIgnoreCase", true);

            /** The name of Speedment's method. */
            final String method;

            final boolean ignoresCase;

            Test(String method, boolean ignoresCase) {
                this.method = method;
                this.ignoresCase = ignoresCase;
            }
        }
    }

    /** A condition on the referenced row. It is false if there is no such row. */
    record OfParent(int place, Condition condition) implements Condition {}

    record And(Condition first, Condition second) implements Condition {}

    record Or(Condition first, Condition second) implements Condition {}

    record Not(Condition condition) implements Condition {}
}
