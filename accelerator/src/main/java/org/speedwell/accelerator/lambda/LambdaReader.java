package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.model.TableId;

/** Reads lambdas on rows that are referenced. */
@FunctionalInterface
public interface LambdaReader {
    /** Reads none. */
    LambdaReader NONE = (_, _) -> null;

    /**
     * Returns what a lambda computes of a row of a table, as an expression of {@link org.speedwell.accelerator.expr.Row#FIRST}; null if
     * the lambda is opaque or may throw.
     */
    @Nullable
    Expr read(Object lambda, TableId<?> table);
}
