package org.speedwell.accelerator.expression;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.store.TableStore;

/**
 * A function or comparator of the user's that was resolved before, by what no table knows of itself. Called, it calls it.
 *
 * @param expression what it gives for a row of the one table for which it was resolved
 * @param given the user's
 * @param referred what it is of the rows of another table; null where it is none
 */
public record ResolvedValue<E, V extends @Nullable Object>(
        RowExpression expression, Object given, @Nullable Referred referred)
        implements Function<E, V>,
                Predicate<E>,
                Comparator<E>,
                ToIntFunction<E>,
                ToLongFunction<E>,
                ToDoubleFunction<E> {
    /**
     * A function of the rows that rows name; null where they name none.
     *
     * @param function one of the table that can be read from columns
     */
    public record Referred(RowMapping rows, TableStore<?> table, Object function) {}

    @Override
    @SuppressWarnings("unchecked") // it is one where it is called as one
    public V apply(E entity) {
        return ((Function<E, V>) given).apply(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public boolean test(E entity) {
        return ((Predicate<E>) given).test(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public int compare(E one, E other) {
        return ((Comparator<E>) given).compare(one, other);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public int applyAsInt(E entity) {
        return ((ToIntFunction<E>) given).applyAsInt(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public long applyAsLong(E entity) {
        return ((ToLongFunction<E>) given).applyAsLong(entity);
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public double applyAsDouble(E entity) {
        return ((ToDoubleFunction<E>) given).applyAsDouble(entity);
    }
}
