package org.speedwell.accelerator.plan;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expression.FieldFunctions;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/** A recogniser of functions that read one column of primitive numbers: a field, or a field cast to a wider number. */
public final class NumberColumn {
    private NumberColumn() {}

    /**
     * Returns the column of whole numbers that the function reads, or null. The function may widen them, as Java's
     * casts do.
     */
    public static ColumnRef.@Nullable Ordered whole(TableStore<?> table, Object function) {
        ColumnRef.Ordered column = number(table, function);
        return column != null && column.column().codec().isWhole() ? column : null;
    }

    /** Returns the column of numbers that the function reads, or null. */
    public static ColumnRef.@Nullable Ordered number(TableStore<?> table, Object function) {
        if (function instanceof AnalyzedFunction<?, ?> known) {
            return known(table, known);
        }
        Object field = FieldFunctions.numberField(function);
        return field != null && table.ref(field) instanceof ColumnRef.Ordered column && isNumber(column.column())
                ? column
                : null;
    }

    private static ColumnRef.@Nullable Ordered known(TableStore<?> table, AnalyzedFunction<?, ?> known) {
        Expr source =
                known.code() instanceof Expr.Convert convert && isWidening(convert) ? convert.value() : known.code();
        return source instanceof Expr.Column read
                        && read.type().isPrimitive()
                        && read.kind() != Kind.BOOLEAN
                        && read.kind() != Kind.CHAR
                        && table.place(read) >= 0
                        && table.ref(table.place(read)) instanceof ColumnRef.Ordered column
                        && isNumber(column.column())
                ? column
                : null;
    }

    /** Returns whether the target type represents every number of the source type. */
    private static boolean isWidening(Expr.Convert convert) {
        return switch (convert.value().kind()) {
            case BYTE, SHORT, INT ->
                convert.kind() == Kind.INT || convert.kind() == Kind.LONG || convert.kind() == Kind.DOUBLE;
            case FLOAT -> convert.kind() == Kind.DOUBLE;
            case BOOLEAN, CHAR, LONG, DOUBLE, DECIMAL, OBJECT -> false;
        };
    }

    private static boolean isNumber(KeyColumn column) {
        return column.nulls() == 0 && column.codec().isNumber();
    }
}
