package org.speedwell.accelerator.lambda;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;

/**
 * An analysis of lambdas that are parts of expressions. Such a lambda must not throw, since only a call of the lambda
 * may throw its exception.
 */
public interface LambdaReader {
    /** A reader that treats every lambda as opaque. */
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

    /** Returns the expression of a lambda that takes an element; null if the lambda is opaque or may throw. */
    @Nullable
    Expr read(Object lambda);

    /**
     * Returns a reader of lambdas that take a row of an element. In their expressions, {@link Row#FIRST} is that row.
     */
    LambdaReader of(Row row);
}
