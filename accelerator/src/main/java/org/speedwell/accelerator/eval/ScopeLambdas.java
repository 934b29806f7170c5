package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.lambda.AnalyzedFunction;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/** Reads lambdas on the rows of one table, and on the rows that these reference. Immutable and thread-safe. */
public record ScopeLambdas(Scope scope) implements LambdaReader {
    @Override
    public @Nullable Expr read(Object lambda) {
        return read(lambda, scope.table().fields().code(), scope.tables(), TupleScope.of(scope));
    }

    /**
     * Returns what a lambda computes of an element; null if the lambda is opaque or may throw.
     *
     * @param code reads functions of the elements; null if they are not read
     * @param tables tells whether the application lets lambdas be read
     */
    public static @Nullable Expr read(Object lambda, @Nullable ElementCode code, Tables tables, TupleScope scope) {
        AnalyzedFunction<?, ?> known = code == null || !tables.readsFunctions() ? null : Functions.known(lambda, code);
        Expr expr = known == null ? null : known.expr();
        return expr != null && scope.hasAll(expr) && scope.isTotal(expr) ? expr : null;
    }

    @Override
    public LambdaReader of(Row row) {
        return row instanceof Row.Referenced referenced ? of(scope.tables(), referenced) : this;
    }

    /** Returns the reader of lambdas on the rows of a table that is referenced. */
    public static LambdaReader of(Tables tables, Row.Referenced row) {
        TableStore<?> table = tables.table(row.table());
        return table == null ? NONE : new ScopeLambdas(new Scope(table, tables));
    }
}
