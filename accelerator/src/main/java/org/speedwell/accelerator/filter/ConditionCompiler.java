package org.speedwell.accelerator.filter;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.store.TableStore;

/** Makes filters of conditions that are no ranges of keys. */
@FunctionalInterface
public interface ConditionCompiler {
    /** Has no filter for any such condition. */
    ConditionCompiler NONE = (_, _, _) -> null;

    /**
     * Returns the filter of a condition; null if it may throw for a row, or calls a function of the user's, so that its rows have to be
     * tested one by one, in order.
     *
     * @param present columns; rows that are NULL in one of them need not match
     */
    Filter.@Nullable Computed compile(TableStore<?> table, Expr condition, Set<Expr.Column> present);

    /** Returns the reader of lambdas in conditions on a table. */
    default LambdaReader lambdas(TableStore<?> table) {
        return LambdaReader.NONE;
    }
}
