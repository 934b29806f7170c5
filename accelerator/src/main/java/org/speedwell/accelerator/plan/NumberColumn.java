package org.speedwell.accelerator.plan;

import com.speedment.runtime.compute.expression.UnaryExpression;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasByteValue;
import com.speedment.runtime.field.trait.HasDoubleValue;
import com.speedment.runtime.field.trait.HasFloatValue;
import com.speedment.runtime.field.trait.HasIntValue;
import com.speedment.runtime.field.trait.HasLongValue;
import com.speedment.runtime.field.trait.HasShortValue;
import java.lang.classfile.Opcode;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.lambda.Code;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** Recognises the functions that read one column of primitive numbers: a field, or a field cast to a wider number. */
public final class NumberColumn {
    private NumberColumn() {}

    /** The column of whole numbers that the function reads and converts as Java casts them, or null. */
    public static ColumnRef.@Nullable Ordered whole(TableStore<?> table, Object function) {
        ColumnRef.Ordered column = number(table, function);
        return column != null && column.column().codec().isWhole() ? column : null;
    }

    /** The column of numbers that the function reads, or null. */
    public static ColumnRef.@Nullable Ordered number(TableStore<?> table, Object function) {
        if (function instanceof Known<?, ?> known) {
            return known(table, known);
        }
        Object source =
                function instanceof UnaryExpression<?, ?> cast && cast.operator() == UnaryExpression.Operator.CAST
                        ? cast.inner()
                        : function;
        if (!(source instanceof Field<?> field) || !isPrimitiveNumber(field)) {
            return null;
        }
        return table.ref(field.identifier()) instanceof ColumnRef.Ordered column && isNumber(column.column())
                ? column
                : null;
    }

    private static ColumnRef.@Nullable Ordered known(TableStore<?> table, Known<?, ?> known) {
        Code code = known.code();
        boolean isWidened = code instanceof Code.Operator operator
                && (operator.opcode() == Opcode.I2L
                        || operator.opcode() == Opcode.I2D
                        || operator.opcode() == Opcode.F2D);
        Code source = isWidened ? code.parts().getFirst() : code;
        return source instanceof Code.Read read
                        && read.type().isPrimitive()
                        && read.type() != boolean.class
                        && read.type() != char.class
                        && table.fields().place(read.field()) >= 0
                        && table.ref(table.fields().place(read.field())) instanceof ColumnRef.Ordered column
                        && isNumber(column.column())
                ? column
                : null;
    }

    private static boolean isNumber(KeyColumn column) {
        return column.nulls() == 0 && column.codec().isNumber();
    }

    private static boolean isPrimitiveNumber(Field<?> field) {
        return field instanceof HasByteValue
                || field instanceof HasShortValue
                || field instanceof HasIntValue
                || field instanceof HasLongValue
                || field instanceof HasFloatValue
                || field instanceof HasDoubleValue;
    }
}
