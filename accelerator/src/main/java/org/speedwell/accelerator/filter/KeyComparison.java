package org.speedwell.accelerator.filter;

import com.speedment.common.tuple.Tuple1;
import com.speedment.runtime.field.internal.predicate.AbstractFieldPredicate;
import com.speedment.runtime.field.predicate.PredicateType;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * Comparisons with a whole number or an enum constant, whose columns hold the number or the ordinal itself: what the hot
 * path knows of predicates. All in primitives, and decided by classes alone: where the predicate is made in the same
 * compiled code, the compiler knows them, folds every decision and need not make the predicate.
 *
 * <p>It asks for Speedment's internal base class of predicates, not for its interface: that costs one comparison and no
 * virtual call. All other predicates, and those of another base, are {@link FilterResolver}'s.
 */
public final class KeyComparison {
    /** No column: the predicate is no such comparison, or not on this table. */
    public static final int NO_COLUMN = -1;

    private KeyComparison() {}

    /** The kind of comparison, or null where the predicate is none with a single key. */
    public static @Nullable PredicateType type(Predicate<?> predicate) {
        if (!(predicate instanceof AbstractFieldPredicate<?, ?> comparison)) {
            return null;
        }
        PredicateType type = comparison.getPredicateType();
        return isRange(type) && hasKey(((Tuple1<?>) predicate).get0()) ? type : null;
    }

    private static boolean isRange(PredicateType type) {
        return type == PredicateType.EQUAL
                || type == PredicateType.NOT_EQUAL
                || type == PredicateType.GREATER_THAN
                || type == PredicateType.GREATER_OR_EQUAL
                || type == PredicateType.LESS_THAN
                || type == PredicateType.LESS_OR_EQUAL;
    }

    /** Whether the operand has a key, with a key beyond it on either side. */
    private static boolean hasKey(@Nullable Object operand) {
        return operand instanceof Integer
                || operand instanceof Enum
                || operand instanceof Short
                || operand instanceof Byte
                || operand instanceof Long number && number > Long.MIN_VALUE && number < Long.MAX_VALUE;
    }

    /** The column of a comparison that has a {@link #type}, or {@link #NO_COLUMN}. */
    public static int column(TableStore<?> table, Predicate<?> comparison) {
        return table.indexOf(
                ((AbstractFieldPredicate<?, ?>) comparison).getField().identifier());
    }

    /** The operand's key of a comparison that has a {@link #type}. */
    public static long key(Predicate<?> comparison) {
        Object operand = ((Tuple1<?>) comparison).get0();
        if (operand instanceof Integer number) {
            return number;
        }
        return operand instanceof Enum<?> constant ? constant.ordinal() : ((Number) operand).longValue();
    }

    /** The least key of the range of matching keys. */
    public static long low(PredicateType type, long key) {
        if (type == PredicateType.GREATER_THAN) {
            return key + 1;
        }
        return type == PredicateType.LESS_THAN || type == PredicateType.LESS_OR_EQUAL ? Long.MIN_VALUE : key;
    }

    /** The greatest key of the range of matching keys. */
    public static long high(PredicateType type, long key) {
        if (type == PredicateType.LESS_THAN) {
            return key - 1;
        }
        return type == PredicateType.GREATER_THAN || type == PredicateType.GREATER_OR_EQUAL ? Long.MAX_VALUE : key;
    }

    /** Whether it is the keys outside of the range that match. */
    public static boolean isInverted(PredicateType type) {
        return type == PredicateType.NOT_EQUAL;
    }
}
