package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/**
 * A join of four tables, whose elements are tuples of rows. Immutable and thread-safe.
 *
 * <p>See {@link Joined} for conditions, the order of elements, and errors.
 */
public final class Join4<A, B, C, D> extends Joined<Rows4<A, B, C, D>> {
    private final JoinSteps steps;

    Join4(JoinSteps steps) {
        super(steps, Rows4.class, Join4::tuple);
        this.steps = steps;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D> Rows4<A, B, C, D> tuple(@Nullable Object[] rows) {
        return new Rows4<>((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3]);
    }

    /**
     * Returns the join with other elements. If the function is a constructor of a record with a component for each
     * table, such as {@code Rented::new}, pipelines read columns as they do for tuples.
     */
    public <T> Joined<T> as(Maker4<A, B, C, D, T> maker) {
        return new Joined<>(steps, maker, rows -> make(maker, rows));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, D, T> T make(Maker4<A, B, C, D, T> maker, @Nullable Object[] rows) {
        return maker.make((A) rows[0], (B) rows[1], (C) rows[2], (D) rows[3]);
    }

    /** Joins the rows of another table. A combination of rows without a match is left out. */
    public <E> Join5<A, B, C, D, E> join(
            Class<E> rows, Condition5<? super A, ? super B, ? super C, ? super D, ? super E> on) {
        return new Join5<>(steps.with(JoinSteps.Kind.INNER, rows, on));
    }

    /** Joins the rows of another table. A combination without a match stays, with null in place of the row. */
    public <E> Join5<A, B, C, D, E> leftJoin(
            Class<E> rows, Condition5<? super A, ? super B, ? super C, ? super D, ? super E> on) {
        return new Join5<>(steps.with(JoinSteps.Kind.LEFT, rows, on));
    }

    /** Joins the rows of another table. A row without a match stays, with null in place of the other rows. */
    public <E> Join5<A, B, C, D, E> rightJoin(
            Class<E> rows, Condition5<? super A, ? super B, ? super C, ? super D, ? super E> on) {
        return new Join5<>(steps.with(JoinSteps.Kind.RIGHT, rows, on));
    }

    /**
     * Joins the rows of another table. Combinations and rows without a match stay, with null in place of the missing
     * rows.
     */
    public <E> Join5<A, B, C, D, E> fullJoin(
            Class<E> rows, Condition5<? super A, ? super B, ? super C, ? super D, ? super E> on) {
        return new Join5<>(steps.with(JoinSteps.Kind.FULL, rows, on));
    }
}
