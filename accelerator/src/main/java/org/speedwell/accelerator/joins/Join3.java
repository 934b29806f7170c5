package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/**
 * A join of three tables, whose elements are tuples of rows. Immutable and thread-safe.
 *
 * <p>See {@link Joined} for conditions, the order of elements, and errors.
 */
public final class Join3<A, B, C> extends Joined<Rows3<A, B, C>> {
    private final JoinSteps steps;

    Join3(JoinSteps steps) {
        super(steps, Rows3.class, Join3::tuple);
        this.steps = steps;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C> Rows3<A, B, C> tuple(@Nullable Object[] rows) {
        return new Rows3<>((A) rows[0], (B) rows[1], (C) rows[2]);
    }

    /**
     * Returns the join with other elements. If the function is a constructor of a record with a component for each
     * table, such as {@code Rented::new}, pipelines read columns as they do for tuples.
     */
    public <T> Joined<T> as(Maker3<A, B, C, T> maker) {
        return new Joined<>(steps, maker, rows -> make(maker, rows));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, C, T> T make(Maker3<A, B, C, T> maker, @Nullable Object[] rows) {
        return maker.make((A) rows[0], (B) rows[1], (C) rows[2]);
    }

    /** Joins the rows of another table. A combination of rows without a match is left out. */
    public <D> Join4<A, B, C, D> join(Class<D> rows, Condition4<? super A, ? super B, ? super C, ? super D> on) {
        return new Join4<>(steps.with(JoinSteps.Kind.INNER, rows, on));
    }

    /** Joins the rows of another table. A combination without a match stays, with null in place of the row. */
    public <D> Join4<A, B, C, D> leftJoin(Class<D> rows, Condition4<? super A, ? super B, ? super C, ? super D> on) {
        return new Join4<>(steps.with(JoinSteps.Kind.LEFT, rows, on));
    }

    /** Joins the rows of another table. A row without a match stays, with null in place of the other rows. */
    public <D> Join4<A, B, C, D> rightJoin(Class<D> rows, Condition4<? super A, ? super B, ? super C, ? super D> on) {
        return new Join4<>(steps.with(JoinSteps.Kind.RIGHT, rows, on));
    }

    /**
     * Joins the rows of another table. Combinations and rows without a match stay, with null in place of the missing
     * rows.
     */
    public <D> Join4<A, B, C, D> fullJoin(Class<D> rows, Condition4<? super A, ? super B, ? super C, ? super D> on) {
        return new Join4<>(steps.with(JoinSteps.Kind.FULL, rows, on));
    }
}
