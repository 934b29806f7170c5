package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Existence;
import org.speedwell.accelerator.expr.Expr;

/**
 * A user's function that the engine has analysed. Calling it calls the user's function.
 *
 * @param function the user's function
 * @param code the expression that it computes from an entity; the parameters of the expression are the captured values
 * @param captured the captured values; none of them changes
 * @param result the type of its result: a primitive, or a class
 * @param isReferring true if the function tests or reads objects and rows that the entity references
 */
public record AnalyzedFunction<E, R extends @Nullable Object>(
        Object function, Expr code, List<? extends @Nullable Object> captured, Class<?> result, boolean isReferring)
        implements Function<E, R>, Predicate<E>, ToIntFunction<E>, ToLongFunction<E>, ToDoubleFunction<E> {

    @Override
    @SuppressWarnings("unchecked") // the function implements this interface
    public R apply(E entity) {
        return ((Function<E, R>) function).apply(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // the function implements this interface
    public boolean test(E entity) {
        return ((Predicate<E>) function).test(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // the function implements this interface
    public int applyAsInt(E entity) {
        return ((ToIntFunction<E>) function).applyAsInt(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // the function implements this interface
    public long applyAsLong(E entity) {
        return ((ToLongFunction<E>) function).applyAsLong(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // the function implements this interface
    public double applyAsDouble(E entity) {
        return ((ToDoubleFunction<E>) function).applyAsDouble(entity);
    }

    /** Returns an analysed function. */
    static <E, R extends @Nullable Object> AnalyzedFunction<E, R> of(
            Object function, Expr code, List<? extends @Nullable Object> captured, Class<?> result) {
        return new AnalyzedFunction<>(function, code, captured, result, Existence.isTested(code));
    }

    /**
     * Returns the same function with a simpler expression, if it refers to other rows.
     *
     * @param simplified returns an expression that has the same values as the given one
     */
    public AnalyzedFunction<E, R> with(UnaryOperator<Expr> simplified) {
        return isReferring ? new AnalyzedFunction<>(function, simplified.apply(code), captured, result, true) : this;
    }

    /** Returns the function's expression, with the captured values in place of the parameters. */
    public Expr expr() {
        return code.bound(captured);
    }
}
