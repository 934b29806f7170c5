package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.Tuple1;
import com.speedment.runtime.field.internal.predicate.AbstractFieldPredicate;
import com.speedment.runtime.field.predicate.PredicateType;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.store.TableStore;

/**
 * Comparisons with a whole number or an enum constant, whose column stores the number or the ordinal itself as the key.
 * These are the predicates of the hot path. All code uses primitives, and classes alone decide every branch. If the
 * application creates the predicate in the same compiled code, the compiler knows its class. It then folds every
 * decision and never creates the predicate.
 *
 * <p>The test uses Speedment's internal base class of predicates instead of its interface. This costs one comparison
 * and no virtual call. On the module path that class may be inaccessible. {@link FilterResolver} then translates these
 * predicates like all others.
 */
public final class KeyComparison {
    /** The result for a predicate that does not compare with a single value, or that is not on this table. */
    public static final int NO_COLUMN = -1;

    /**
     * The result for an operand without a usable key. The operand is not a whole number or constant, has another class
     * than the column, or is {@code Long.MIN_VALUE} or {@code Long.MAX_VALUE}.
     */
    public static final long NO_KEY = Long.MIN_VALUE;

    /** True if this module may access the base class of Speedment's predicates, as on the class path. */
    private static final boolean IS_EXPORTED = PredicateType.class
            .getModule()
            .isExported("com.speedment.runtime.field.internal.predicate", KeyComparison.class.getModule());

    private KeyComparison() {}

    /**
     * Returns whether a predicate may be such a comparison. The compiler folds this test if it knows the predicate's
     * class.
     */
    public static boolean isPossible(Predicate<?> predicate) {
        return IS_EXPORTED && predicate instanceof AbstractFieldPredicate<?, ?>;
    }

    /** Returns the column of a comparison with a single value, or {@link #NO_COLUMN}. */
    public static int column(TableStore<?> table, Predicate<?> predicate) {
        return IS_EXPORTED && predicate instanceof AbstractFieldPredicate<?, ?> comparison
                ? column(table, comparison)
                : NO_COLUMN;
    }

    /*
     * All methods here have at most 35 bytes of bytecode, so that the compiler also inlines those that run seldom. If a
     * single call remained, the application would have to create the predicate.
     */

    private static int column(TableStore<?> table, AbstractFieldPredicate<?, ?> comparison) {
        return isSingleValued(comparison.getPredicateType())
                ? table.indexOf(comparison.getField().identifier())
                : NO_COLUMN;
    }

    private static boolean isSingleValued(PredicateType type) {
        return isEquality(type) || isInequality(type);
    }

    private static boolean isEquality(PredicateType type) {
        return type == PredicateType.EQUAL || type == PredicateType.NOT_EQUAL;
    }

    private static boolean isInequality(PredicateType type) {
        return type == PredicateType.GREATER_THAN
                || type == PredicateType.GREATER_OR_EQUAL
                || type == PredicateType.LESS_THAN
                || type == PredicateType.LESS_OR_EQUAL;
    }

    /** Returns the key of the operand of a comparison that has this {@link #column}, or {@link #NO_KEY}. */
    public static long key(TableStore<?> table, int column, Predicate<?> comparison) {
        return key(table.numberClass(column), ((Tuple1<?>) comparison).get0());
    }

    /**
     * Returns the key of an operand. The null test is a branch of its own. After it, the operand's class decides all
     * other branches. The class equals the column's class unless the caller used unchecked casts.
     */
    private static long key(Class<?> numberClass, @Nullable Object operand) {
        return operand == null || operand.getClass() != numberClass ? NO_KEY : keyOfValue(operand);
    }

    private static long keyOfValue(Object operand) {
        return operand instanceof Integer number ? number : keyOfEnum(operand);
    }

    private static long keyOfEnum(Object operand) {
        return operand instanceof Enum<?> constant ? constant.ordinal() : keyOfLong(operand);
    }

    private static long keyOfLong(Object operand) {
        return operand instanceof Long number ? keyOfLong(number.longValue()) : keyOfSmall(operand);
    }

    private static long keyOfLong(long number) {
        return number == Long.MAX_VALUE ? NO_KEY : number;
    }

    private static long keyOfSmall(Object operand) {
        return operand instanceof Short || operand instanceof Byte ? ((Number) operand).longValue() : NO_KEY;
    }

    /** Returns the operator of a comparison that has a {@link #column}. */
    public static ComparisonOperator operator(Predicate<?> comparison) {
        return inequality(((AbstractFieldPredicate<?, ?>) comparison).getPredicateType());
    }

    /** Returns the operator of a type of predicates; null if the type does not compare with a single value. */
    static @Nullable ComparisonOperator operator(PredicateType type) {
        return isSingleValued(type) ? inequality(type) : null;
    }

    private static ComparisonOperator inequality(PredicateType type) {
        if (type == PredicateType.GREATER_THAN) {
            return ComparisonOperator.GREATER_THAN;
        }
        return type == PredicateType.LESS_THAN ? ComparisonOperator.LESS_THAN : orEqual(type);
    }

    private static ComparisonOperator orEqual(PredicateType type) {
        if (type == PredicateType.GREATER_OR_EQUAL) {
            return ComparisonOperator.GREATER_OR_EQUAL;
        }
        return type == PredicateType.LESS_OR_EQUAL ? ComparisonOperator.LESS_OR_EQUAL : equality(type);
    }

    private static ComparisonOperator equality(PredicateType type) {
        return type == PredicateType.NOT_EQUAL ? ComparisonOperator.NOT_EQUAL : ComparisonOperator.EQUAL;
    }
}
