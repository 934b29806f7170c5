package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/**
 * A join of six tables, whose elements are tuples of rows. Immutable and thread-safe.
 *
 * <p>See {@link Joined} for conditions, the order of elements, and errors.
 */
public final class Join6<A, B, C, D, E, F> extends Joined<Rows6<A, B, C, D, E, F>> {
    private final JoinSteps steps;

    Join6(JoinSteps steps) {
        super(steps, Rows6.class, Join6::tuple);
        this.steps = steps;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D, E, F> Rows6<A, B, C, D, E, F> tuple(@Nullable Object[] rows) {
        return new Rows6<>((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3], (E) rows[4], (F) rows[5]);
    }

    /**
     * Returns the join with other elements. If the function is a constructor of a record with a component for each
     * table, such as {@code Rented::new}, pipelines read columns as they do for tuples.
     */
    public <T> Joined<T> as(Maker6<A, B, C, D, E, F, T> maker) {
        return new Joined<>(steps, maker, rows -> make(maker, rows));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D, E, F, T> T make(Maker6<A, B, C, D, E, F, T> maker, @Nullable Object[] rows) {
        return maker.make((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3], (E) rows[4], (F) rows[5]);
    }
}
