package org.speedwell.accelerator.expression;

import com.speedment.common.tuple.Tuple1;
import com.speedment.runtime.field.internal.predicate.AbstractFieldPredicate;
import com.speedment.runtime.field.predicate.PredicateType;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.store.TableStore;

/**
 * Comparisons with a whole number or an enum constant, whose columns hold the number or the ordinal itself: the predicates that the
 * hot path knows. All is in primitives and decided by classes alone. If a predicate is made in the same compiled code, the compiler
 * knows its class, folds every decision, and does not make the predicate.
 *
 * <p>The test is for Speedment's internal base class of predicates, not for its interface: that costs one comparison and no virtual
 * call. On the module path that class may be out of reach; then {@link FilterResolver} reads these predicates, like all others.
 */
public final class KeyComparison {
    /** No column: the predicate is no comparison with a single value, or not on this table. */
    public static final int NO_COLUMN = -1;

    /** No key: the value is no whole number and no constant, or not of the column's class, or its key has none beyond it on either side. */
    public static final long NO_KEY = Long.MIN_VALUE;

    /** True if our module may call the base class of Speedment's predicates, as on the class path. */
    private static final boolean IS_EXPORTED = PredicateType.class
            .getModule()
            .isExported("com.speedment.runtime.field.internal.predicate", KeyComparison.class.getModule());

    private KeyComparison() {}

    /** Tells whether a predicate is of the classes of comparisons: the compiler knows, if it knows the class. */
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
     * All is in pieces of at most 35 bytes of code, which the compiler inlines where they are reached seldom, too: one call
     * that is left a call, and the predicate must be made.
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

    /** The operand's key of a comparison that has this {@link #column}, or {@link #NO_KEY}. */
    public static long key(TableStore<?> table, int column, Predicate<?> comparison) {
        return key(table.numberClass(column), ((Tuple1<?>) comparison).get0());
    }

    /**
     * Null is told apart by a branch of its own: with that gone, the class of the operand decides all the others. It is the
     * column's, unless somebody went around the compiler.
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

    /** Returns the operator of predicates of a type; null if they compare with no single value. */
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
