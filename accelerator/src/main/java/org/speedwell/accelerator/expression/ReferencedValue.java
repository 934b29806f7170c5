package org.speedwell.accelerator.expression;

import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A value of the row at the end of a reference path; null if there is no such row. Immutable. */
public class ReferencedValue<E, R, V> implements Function<E, @Nullable V> {
    private final ReferencePath<E, R> path;
    private final Function<? super R, ? extends @Nullable V> function;

    protected ReferencedValue(ReferencePath<E, R> path, Function<? super R, ? extends @Nullable V> function) {
        this.path = path;
        this.function = function;
    }

    /** Returns the path to the row. */
    public final ReferencePath<E, R> path() {
        return path;
    }

    /** Returns the function of that row: a {@link FieldValue}, an expression, or a function of the application. */
    public final Function<? super R, ? extends @Nullable V> function() {
        return function;
    }

    /** Returns the ascending order of the values. Rows without a value come last. */
    public final Comparator<E> ascending() {
        return new ReferencedOrder<>(this, false);
    }

    /** Returns the reverse of {@link #ascending}. */
    public final Comparator<E> descending() {
        return new ReferencedOrder<>(this, true);
    }

    @Override
    public final @Nullable V apply(E entity) {
        R row = path.apply(entity);
        return row == null ? null : function.apply(row);
    }

    @Override
    public final String toString() {
        return path + " → "
                + (function instanceof FieldValue<?, ?> value
                        ? value.field().identifier().getColumnId()
                        : function);
    }
}
