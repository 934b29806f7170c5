package org.speedwell.accelerator.joins;

import org.jspecify.annotations.Nullable;

/**
 * A join of two tables, whose elements are tuples of rows. Immutable and thread-safe.
 *
 * <p>See {@link Joined} for conditions, the order of elements, and errors.
 */
public final class Join2<A, B> extends Joined<Rows2<A, B>> {
    private final JoinSteps steps;

    Join2(JoinSteps steps) {
        super(steps, Rows2.class, Join2::tuple);
        this.steps = steps;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B> Rows2<A, B> tuple(@Nullable Object[] rows) {
        return new Rows2<>((A) rows[0], (B) rows[1]);
    }

    /**
     * Returns the join with other elements. If the function is a constructor of a record with a component for each
     * table, such as {@code Rented::new}, pipelines read columns as they do for tuples.
     */
    public <T> Joined<T> as(Maker2<A, B, T> maker) {
        return new Joined<>(steps, maker, rows -> make(maker, rows));
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // the rows belong to these tables, or are null
    private static <A, B, T> T make(Maker2<A, B, T> maker, @Nullable Object[] rows) {
        return maker.make((A) rows[0], (B) rows[1]);
    }

    /** Joins the rows of another table. A combination of rows without a match is left out. */
    public <C> Join3<A, B, C> join(Class<C> rows, Condition3<? super A, ? super B, ? super C> on) {
        return new Join3<>(steps.with(JoinSteps.Kind.INNER, rows, on));
    }

    /** Joins the rows of another table. A combination without a match stays, with null in place of the row. */
    public <C> Join3<A, B, C> leftJoin(Class<C> rows, Condition3<? super A, ? super B, ? super C> on) {
        return new Join3<>(steps.with(JoinSteps.Kind.LEFT, rows, on));
    }

    /** Joins the rows of another table. A row without a match stays, with null in place of the other rows. */
    public <C> Join3<A, B, C> rightJoin(Class<C> rows, Condition3<? super A, ? super B, ? super C> on) {
        return new Join3<>(steps.with(JoinSteps.Kind.RIGHT, rows, on));
    }

    /**
     * Joins the rows of another table. Combinations and rows without a match stay, with null in place of the missing
     * rows.
     */
    public <C> Join3<A, B, C> fullJoin(Class<C> rows, Condition3<? super A, ? super B, ? super C> on) {
        return new Join3<>(steps.with(JoinSteps.Kind.FULL, rows, on));
    }
}
