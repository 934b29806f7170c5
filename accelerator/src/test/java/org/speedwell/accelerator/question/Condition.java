package org.speedwell.accelerator.question;

import java.util.List;
import org.speedwell.accelerator.expr.ComparisonOperator;

/**
 * What a question asks of an element. As in SQL, a comparison with null is neither true nor false, and neither is its negation: an
 * element passes only where the whole is true.
 */
sealed interface Condition {
    /** Decimals of a column are equal if their scales are, as objects are; those that are computed are equal as numbers. */
    record Compare(Value value, ComparisonOperator operator, Value other) implements Condition {}

    record Between(Value.Cell cell, Value.Constant low, Value.Constant high, boolean hasLow, boolean hasHigh)
            implements Condition {}

    record In(Value.Cell cell, List<Value.Constant> constants) implements Condition {}

    /** Of a computed value: it is one of some, as numbers are. */
    record Among(Value value, List<Value.Constant> constants) implements Condition {}

    /** Of a computed value: it is not below one and below another. */
    record Within(Value value, Value.Constant low, Value.Constant high) implements Condition {}

    /** A text looks as a pattern of SQL says. */
    record Like(Value.Cell cell, String pattern) implements Condition {}

    record IsNull(Value.Cell cell) implements Condition {}

    /** Of a boolean. */
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

    /** Of the row that a row refers to; where there is none, it is false. */
    record OfParent(int place, Condition condition) implements Condition {}

    record And(Condition first, Condition second) implements Condition {}

    record Or(Condition first, Condition second) implements Condition {}

    record Not(Condition condition) implements Condition {}
}
