package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.field.comparator.FieldComparator;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The orders by which expressions compare values. */
public enum ExpressionOrder {
    /** By the natural order; null is an error. */
    NATURAL,
    /** By the natural order, nulls behind all others. */
    NULLS_LAST,
    /** Speedment's comparison of nullable enums, which is no order where there are nulls. */
    ENUMS;

    /** Returns how an expression compares; null if the comparator is no expression. */
    public static @Nullable ExpressionOrder of(Comparator<?> comparator) {
        if (!(comparator instanceof Expression<?> expression) || !(comparator instanceof HasCompare<?>)) {
            return null;
        }
        ExpressionType type = expression.expressionType();
        if (type == ExpressionType.ENUM_NULLABLE && !(comparator instanceof FieldComparator<?>)) {
            return ENUMS; // a field of enums compares as all fields do
        }
        return type.isNullable() ? NULLS_LAST : NATURAL;
    }
}
