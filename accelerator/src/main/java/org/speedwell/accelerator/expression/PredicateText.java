package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.Tuple;
import com.speedment.common.tuple.Tuple2;
import com.speedment.runtime.field.predicate.FieldPredicate;
import com.speedment.runtime.field.predicate.Inclusion;
import com.speedment.runtime.field.predicate.PredicateType;
import com.speedment.runtime.field.predicate.trait.HasInclusion;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.text.ValueText;

/** A formatter of field predicates as readable text. */
public final class PredicateText {
    /** The largest number of characters of a value in the text. */
    private static final int MAX_LENGTH = 80;

    private PredicateText() {}

    /**
     * Returns the column and the condition of a predicate, such as {@code title starts with A}. Returns null if the
     * predicate is not on a field.
     */
    public static @Nullable String of(Object function) {
        return function instanceof FieldPredicate<?> predicate
                ? predicate.getField().identifier().getColumnId() + " " + condition(predicate)
                : null;
    }

    /** Returns whether a predicate tests membership in a set of values. */
    public static boolean isIn(Object function) {
        return function instanceof FieldPredicate<?> predicate
                && (predicate.getPredicateType() == PredicateType.IN
                        || predicate.getPredicateType() == PredicateType.NOT_IN);
    }

    /** Returns the condition of a predicate without its field, such as {@code starts with A}. */
    public static String condition(Object function) {
        if (!(function instanceof FieldPredicate<?> predicate)) {
            return String.valueOf(function);
        }
        PredicateType type = predicate.getPredicateType();
        String operator = switch (type) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "≠";
            case LESS_THAN -> "<";
            case LESS_OR_EQUAL -> "≤";
            case GREATER_THAN -> ">";
            case GREATER_OR_EQUAL -> "≥";
            default -> type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
        if (predicate instanceof HasInclusion between && predicate instanceof Tuple2<?, ?> bounds) {
            Inclusion inclusion = between.getInclusion();
            return operator + (inclusion.isStartInclusive() ? " [" : " (") + text(bounds.get0()) + ", "
                    + text(bounds.get1()) + (inclusion.isEndInclusive() ? "]" : ")");
        }
        return predicate instanceof Tuple operands && operands.degree() > 0
                ? operator + " " + text(operands.get(0))
                : operator;
    }

    /** Returns the text of a value, shortened if it is long. */
    public static String text(@Nullable Object operand) {
        return ValueText.of(operand, MAX_LENGTH);
    }
}
