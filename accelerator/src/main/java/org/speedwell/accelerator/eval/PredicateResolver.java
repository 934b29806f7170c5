package org.speedwell.accelerator.eval;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Kind;
import org.speedwell.accelerator.expression.SpeedmentReader;
import org.speedwell.accelerator.filter.RowTest;
import org.speedwell.accelerator.lambda.AnalyzedFunction;

/**
 * A compiler of predicates into tests of single rows. It reads predicates on fields, on expressions, and their
 * combinations. The parts of a combination run from left to right and no further than needed, as in Speedment. The
 * tests serve rows that arrive one by one, and predicates that a {@link org.speedwell.accelerator.filter.Filter} cannot
 * express.
 */
public final class PredicateResolver {
    private PredicateResolver() {}

    /** Returns the test of a row. Returns null if the compiler cannot read a part of the predicate. */
    public static @Nullable RowTest resolve(Scope scope, Predicate<?> of) {
        if (of instanceof AnalyzedFunction<?, ?> known) {
            return KnownResolver.test(scope, known);
        }
        Expr condition = SpeedmentReader.read(of, new ScopeLambdas(scope));
        return condition == null || condition.kind() != Kind.BOOLEAN || !scope.hasAll(condition)
                ? null
                : new ExprCompiler(scope).test(condition);
    }

    /**
     * Returns the test of a tuple. Returns null if a column is not in memory.
     *
     * @param elements creates the element of a tuple. A lambda is called with it if the computation fails
     * @param function an {@link AnalyzedFunction} or an {@link Expr}
     */
    public static @Nullable RowTest test(TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.test(scope, elements, lambda)
                : test(scope, (Expr) function);
    }

    /** Returns the test of a row that evaluates a condition. All columns of the condition must be in memory. */
    public static RowTest test(RowScope scope, Expr condition) {
        return new ExprCompiler(scope).test(condition);
    }
}
