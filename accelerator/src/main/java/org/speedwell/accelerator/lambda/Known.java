package org.speedwell.accelerator.lambda;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A function of the user's of which it is known what it computes. Called, it calls the function.
 *
 * @param function the user's
 * @param code of the entity's fields, the captured values and constants
 * @param captured the values that the function was made with; none of them changes
 * @param result what the code gives: a primitive, or a class
 */
public record Known<E, R extends @Nullable Object>(
        Object function, Code code, List<? extends @Nullable Object> captured, Class<?> result)
        implements Function<E, R>, Predicate<E>, ToIntFunction<E>, ToLongFunction<E>, ToDoubleFunction<E> {

    @Override
    @SuppressWarnings("unchecked") // it came from there
    public R apply(E entity) {
        return ((Function<E, R>) function).apply(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // it came from there
    public boolean test(E entity) {
        return ((Predicate<E>) function).test(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // it came from there
    public int applyAsInt(E entity) {
        return ((ToIntFunction<E>) function).applyAsInt(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // it came from there
    public long applyAsLong(E entity) {
        return ((ToLongFunction<E>) function).applyAsLong(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // it came from there
    public double applyAsDouble(E entity) {
        return ((ToDoubleFunction<E>) function).applyAsDouble(entity);
    }

    /** The field that the function gives as it is, its primitive boxed or not; or null. */
    public Code.@Nullable Read field() {
        Code inner = code instanceof Code.Invoke boxing && (boxing.method().isBoxing())
                ? boxing.arguments().getFirst()
                : code;
        return inner instanceof Code.Read read ? read : null;
    }
}
