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
 * Compiles predicates into tests of single rows: those on fields, on expressions, and their combinations, whose parts are tested from
 * left to right and no further than needed, as Speedment tests them. For rows that come one by one, and for predicates that a
 * {@link org.speedwell.accelerator.filter.Filter} cannot hold.
 */
public final class PredicateResolver {
    private PredicateResolver() {}

    /** Returns the test of a row; null if a part of the predicate cannot be read. */
    public static @Nullable RowTest resolve(Scope scope, Predicate<?> of) {
        if (of instanceof AnalyzedFunction<?, ?> known) {
            return KnownResolver.test(scope.table(), known);
        }
        Expr condition = SpeedmentReader.read(of, new ScopeLambdas(scope));
        return condition == null || condition.kind() != Kind.BOOLEAN || !scope.hasAll(condition)
                ? null
                : new ExprCompiler(scope).test(condition);
    }

    /**
     * Returns the test of a tuple; null if the function is no predicate.
     *
     * @param elements makes the element of a tuple, which a lambda is called with where computing fails
     * @param function a {@link AnalyzedFunction} function or an {@link Expr}
     */
    public static @Nullable RowTest test(TupleScope scope, IntFunction<?> elements, Object function) {
        return function instanceof AnalyzedFunction<?, ?> lambda
                ? KnownResolver.test(scope, elements, lambda)
                : test(scope, (Expr) function);
    }

    /** Returns the test of a row that a condition is, whose columns are all in memory. */
    public static RowTest test(RowScope scope, Expr condition) {
        return new ExprCompiler(scope).test(condition);
    }
}
