package org.speedwell.accelerator.filter;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.lambda.LambdaReader;
import org.speedwell.accelerator.store.TableStore;

/** A compiler of conditions that are not ranges of keys to filters. */
@FunctionalInterface
public interface ConditionCompiler {
    /** A compiler that has no filter for any condition. */
    ConditionCompiler NONE = (_, _, _) -> null;

    /**
     * Returns the filter of a condition. Returns null if the condition may throw for a row or calls a function of the
     * user. The caller must then test the rows one by one, in order.
     *
     * @param present columns whose NULL rows need not match
     */
    Filter.@Nullable Computed compile(TableStore<?> table, Expr condition, Set<Expr.Column> present);

    /** Returns the reader of lambdas in conditions on a table. */
    default LambdaReader lambdas(TableStore<?> table) {
        return LambdaReader.NONE;
    }
}
