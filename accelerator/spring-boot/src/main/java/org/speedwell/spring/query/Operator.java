package org.speedwell.spring.query;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The comparison of a condition between a column and a value. */
public enum Operator {
    EQ,
    NE,
    LT,
    LE,
    GT,
    GE,
    /** A test whether a text contains the value. */
    LIKE;

    /** Returns the operator's name as clients write it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static QueryException refusal(String label, List<String> allowed) {
        return Arrays.stream(values()).anyMatch(known -> known.label().equals(label))
                ? new QueryException("Operator " + label + " does not fit the column", allowed)
                : QueryException.unknown("operator", label, "filter", allowed);
    }

    static Operator of(String label, List<Operator> allowed) {
        return allowed.stream()
                .filter(operator -> operator.label().equals(label))
                .findFirst()
                .orElseThrow(() ->
                        refusal(label, allowed.stream().map(Operator::label).toList()));
    }
}
