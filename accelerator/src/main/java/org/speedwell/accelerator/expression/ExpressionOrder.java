package org.speedwell.accelerator.expression;

import com.speedment.runtime.compute.expression.Expression;
import com.speedment.runtime.compute.expression.ExpressionType;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.field.comparator.FieldComparator;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** The orders in which expressions compare values. */
public enum ExpressionOrder {
    /** The natural order; a null value is an error. */
    NATURAL,
    /** The natural order, with nulls after all other values. */
    NULLS_LAST,
    /** Speedment's comparison of nullable enums. It is not a valid order if there are nulls. */
    ENUMS;

    /** Returns the order of an expression; null if the comparator is not an expression. */
    public static @Nullable ExpressionOrder of(Comparator<?> comparator) {
        if (!(comparator instanceof Expression<?> expression) || !(comparator instanceof HasCompare<?>)) {
            return null;
        }
        ExpressionType type = expression.expressionType();
        if (type == ExpressionType.ENUM_NULLABLE && !(comparator instanceof FieldComparator<?>)) {
            return ENUMS; // an enum field compares like any other field
        }
        return type.isNullable() ? NULLS_LAST : NATURAL;
    }
}
