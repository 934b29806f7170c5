package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.lambda.ElementCode;
import org.speedwell.accelerator.lambda.Functions;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.store.Tables;

/**
 * Reads lambdas on rows of the tables of one version. It refuses those that may throw: only the lambda itself can throw its own
 * exception, and an expression of other rows cannot call it. Immutable and thread-safe.
 */
public record ReferredLambdas(Tables tables) implements LambdaReader {
    @Override
    public @Nullable Expr read(Object lambda, TableId<?> of) {
        TableStore<?> table = tables.table(of);
        ElementCode code = tables.code(of);
        Known<?, ?> known = table == null || code == null ? null : Functions.known(lambda, code);
        if (table == null || known == null) {
            return null;
        }
        Scope scope = new Scope(table, tables);
        Expr expr = known.expr();
        return scope.hasAll(expr) && TupleScope.of(scope).isTotal(expr) ? expr : null;
    }
}
