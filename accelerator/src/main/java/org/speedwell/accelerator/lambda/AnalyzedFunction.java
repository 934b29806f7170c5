package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;

/**
 * A user's function that the engine has analysed. Calling it calls the user's function.
 *
 * @param function the user's function
 * @param code the expression that it computes from an entity; the parameters of the expression are the captured values
 * @param captured the captured values; none of them changes
 * @param result the type of its result: a primitive, or a class
 */
public record AnalyzedFunction<E, R extends @Nullable Object>(
        Object function, Expr code, List<? extends @Nullable Object> captured, Class<?> result)
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

    /** Returns the function's expression, with the captured values in place of the parameters. */
    public Expr expr() {
        return code.bound(captured);
    }
}
