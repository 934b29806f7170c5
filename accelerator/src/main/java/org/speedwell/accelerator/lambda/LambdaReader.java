package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;

/** Reads lambdas that are parts of expressions, and so must not throw: only a lambda itself can throw its own exception. */
public interface LambdaReader {
    /** Reads none. */
    LambdaReader NONE = new LambdaReader() {
        @Override
        public @Nullable Expr read(Object lambda) {
            return null;
        }

        @Override
        public LambdaReader of(Row row) {
            return this;
        }
    };

    /** Returns what a lambda computes of an element; null if the lambda is opaque or may throw. */
    @Nullable
    Expr read(Object lambda);

    /** Returns the reader of lambdas on a row of an element. Their expressions are of {@link Row#FIRST}. */
    LambdaReader of(Row row);
}
