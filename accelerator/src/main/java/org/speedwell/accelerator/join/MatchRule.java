package org.speedwell.accelerator.join;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expression.DatabaseValues;
import org.speedwell.accelerator.store.ColumnRef;

/** The rule by which a join compares the values of two columns. Immutable. */
public sealed interface MatchRule permits MatchRule.OfValues, EnumNames {

    /**
     * Returns the rule of the database for two columns. {@code values} and {@code otherValues} convert enum constants
     * to the values that the database stores.
     */
    static MatchRule ofDatabase(
            ColumnRef.Ordered column,
            DatabaseValues values,
            ComparisonOperator operator,
            ColumnRef.Ordered other,
            DatabaseValues otherValues) {
        EnumNames names = EnumNames.of(column, values, operator, other, otherValues);
        return names == null ? OfValues.DATABASE : names;
    }

    /** Returns how keys of the joined column match keys of the other. Returns null if the rule cannot decide. */
    @Nullable
    KeyMatch match(ColumnRef.Ordered joined, ComparisonOperator operator, ColumnRef.Ordered other);

    /** Returns the rule with the two columns exchanged. */
    MatchRule swapped();

    /** The rules that depend only on the values. */
    enum OfValues implements MatchRule {
        /** The rule of the database for the values that it stores. */
        DATABASE,
        /** The rule of Java's operators for numbers: −0.0 equals 0.0, and NaN equals nothing. */
        OPERATORS,
        /** The rule of {@link Comparable#compareTo} for values of one class. */
        NATURAL,
        /** The rule of {@link Object#equals} for values of one class. */
        EQUALS;

        @Override
        public @Nullable KeyMatch match(
                ColumnRef.Ordered joined, ComparisonOperator operator, ColumnRef.Ordered other) {
            return switch (this) {
                case DATABASE ->
                    joined.isConverted() || other.isConverted()
                            ? null
                            : KeyMatch.ofDatabase(joined.column(), operator, other.column());
                case OPERATORS -> KeyMatch.ofOperators(joined.column(), operator, other.column());
                case NATURAL -> KeyMatch.ofOrder(joined.column(), operator, other.column());
                case EQUALS -> KeyMatch.ofEquals(joined.column(), operator, other.column());
            };
        }

        @Override
        public MatchRule swapped() {
            return this;
        }
    }
}
