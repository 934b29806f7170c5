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

/** Predicates of fields in words. */
public final class PredicateText {
    /** The most characters of a value that are written out. */
    private static final int MAX_LENGTH = 80;

    private PredicateText() {}

    /** Returns what a predicate says and of which column, as {@code title starts with A}; null if it is not on a field. */
    public static @Nullable String of(Object function) {
        return function instanceof FieldPredicate<?> predicate
                ? predicate.getField().identifier().getColumnId() + " " + condition(predicate)
                : null;
    }

    /** Tells whether a predicate asks for the values of a set. */
    public static boolean isIn(Object function) {
        return function instanceof FieldPredicate<?> predicate
                && (predicate.getPredicateType() == PredicateType.IN
                        || predicate.getPredicateType() == PredicateType.NOT_IN);
    }

    /** Returns what a predicate says of its field, as {@code starts with A}. */
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

    /** Returns a value, cut if it is long. */
    public static String text(@Nullable Object operand) {
        return ValueText.of(operand, MAX_LENGTH);
    }
}
