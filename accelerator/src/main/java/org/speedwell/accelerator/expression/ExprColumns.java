package org.speedwell.accelerator.expression;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.function.Predicate;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.store.TableStore;

/** Finds the columns of expressions in a table. */
final class ExprColumns {
    private ExprColumns() {}

    /** Returns the place of a column in a table; −1 if the table does not have it in memory. */
    static int place(TableStore<?> table, Expr.Column column) {
        return switch (column.id()) {
            case String field -> table.fields().place(field);
            case ColumnIdentifier<?> identifier -> table.indexOf(identifier);
            default -> throw new IllegalArgumentException("Not the id of a column: " + column.id());
        };
    }

    /** Tells whether a table has all columns of an expression in memory. */
    static boolean hasAll(TableStore<?> table, Expr of) {
        return switch (of) {
            case Expr.Column column -> place(table, column) >= 0;
            case Expr.Given given ->
                given.function() instanceof ResolvedValue<?, ?>
                        || given.function() instanceof Predicate<?> predicate
                                && ExprCompiler.filter(table, predicate) != null;
            default -> of.operands().stream().allMatch(operand -> hasAll(table, operand));
        };
    }
}
