package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/**
 * A join of five tables, whose elements are tuples of rows. Immutable and thread-safe.
 *
 * <p>See {@link Joined} for conditions, the order of elements, and errors.
 */
public final class Join5<A, B, C, D, E> extends Joined<Rows5<A, B, C, D, E>> {
    private final JoinSteps steps;

    Join5(JoinSteps steps) {
        super(steps, Rows5.class, Join5::tuple);
        this.steps = steps;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D, E> Rows5<A, B, C, D, E> tuple(@Nullable Object[] rows) {
        return new Rows5<>((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3], (E) rows[4]);
    }

    /**
     * Returns the join with other elements. If the function is a constructor of a record with a component for each
     * table, such as {@code Rented::new}, pipelines read columns as they do for tuples.
     */
    public <T> Joined<T> as(Maker5<A, B, C, D, E, T> maker) {
        return new Joined<>(steps, maker, rows -> make(maker, rows));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D, E, T> T make(Maker5<A, B, C, D, E, T> maker, @Nullable Object[] rows) {
        return maker.make((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3], (E) rows[4]);
    }

    /** Joins the rows of another table. A combination of rows without a match is left out. */
    public <F> Join6<A, B, C, D, E, F> join(
            Class<F> rows, Condition6<? super A, ? super B, ? super C, ? super D, ? super E, ? super F> on) {
        return new Join6<>(steps.with(JoinSteps.Kind.INNER, rows, on));
    }

    /** Joins the rows of another table. A combination without a match stays, with null in place of the row. */
    public <F> Join6<A, B, C, D, E, F> leftJoin(
            Class<F> rows, Condition6<? super A, ? super B, ? super C, ? super D, ? super E, ? super F> on) {
        return new Join6<>(steps.with(JoinSteps.Kind.LEFT, rows, on));
    }

    /** Joins the rows of another table. A row without a match stays, with null in place of the other rows. */
    public <F> Join6<A, B, C, D, E, F> rightJoin(
            Class<F> rows, Condition6<? super A, ? super B, ? super C, ? super D, ? super E, ? super F> on) {
        return new Join6<>(steps.with(JoinSteps.Kind.RIGHT, rows, on));
    }

    /**
     * Joins the rows of another table. Combinations and rows without a match stay, with null in place of the missing
     * rows.
     */
    public <F> Join6<A, B, C, D, E, F> fullJoin(
            Class<F> rows, Condition6<? super A, ? super B, ? super C, ? super D, ? super E, ? super F> on) {
        return new Join6<>(steps.with(JoinSteps.Kind.FULL, rows, on));
    }
}
