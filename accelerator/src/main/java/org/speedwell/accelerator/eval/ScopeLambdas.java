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

/** A reader of lambdas on the rows of one table, and on the rows that they reference. Immutable and thread-safe. */
public record ScopeLambdas(Scope scope) implements LambdaReader {
    @Override
    public @Nullable Expr read(Object lambda) {
        return read(lambda, scope.table().fields().code(scope.tables()), scope.tables(), TupleScope.of(scope));
    }

    /**
     * Returns the expression that a lambda computes from an element. Returns null if the lambda is opaque or may throw.
     *
     * @param code reads functions of the elements, or null if the engine does not read them
     * @param tables knows whether the application allows reading lambdas
     */
    public static @Nullable Expr read(Object lambda, @Nullable ElementCode code, Tables tables, TupleScope scope) {
        AnalyzedFunction<?, ?> known = code == null || !tables.readsFunctions() ? null : Functions.known(lambda, code);
        Expr expr = known == null ? null : scope.simplified(known.expr());
        return expr != null && scope.hasAll(expr) && scope.cannotThrow(expr) ? expr : null;
    }

    @Override
    public LambdaReader of(Row row) {
        return row instanceof Row.Referenced referenced ? of(scope.tables(), referenced) : this;
    }

    /** Returns the reader of lambdas on the rows of a referenced table. */
    public static LambdaReader of(Tables tables, Row.Referenced row) {
        TableStore<?> table = tables.table(row.table());
        return table == null ? NONE : new ScopeLambdas(new Scope(table, tables));
    }
}
