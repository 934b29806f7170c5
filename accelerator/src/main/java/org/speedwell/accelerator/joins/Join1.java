package org.speedwell.accelerator.joins;

/** The first table of a join. Immutable and thread-safe. */
public final class Join1<A> {
    private final JoinSteps steps;

    /** Creates the start of a join. The store calls this. */
    public Join1(JoinSteps steps) {
        this.steps = steps;
    }

    /** Joins the rows of another table. A combination of rows without a match is left out. */
    public <B> Join2<A, B> join(Class<B> rows, Condition2<? super A, ? super B> on) {
        return new Join2<>(steps.with(JoinSteps.Kind.INNER, rows, on));
    }

    /** Joins the rows of another table. A combination without a match stays, with null in place of the row. */
    public <B> Join2<A, B> leftJoin(Class<B> rows, Condition2<? super A, ? super B> on) {
        return new Join2<>(steps.with(JoinSteps.Kind.LEFT, rows, on));
    }

    /** Joins the rows of another table. A row without a match stays, with null in place of the other rows. */
    public <B> Join2<A, B> rightJoin(Class<B> rows, Condition2<? super A, ? super B> on) {
        return new Join2<>(steps.with(JoinSteps.Kind.RIGHT, rows, on));
    }

    /**
     * Joins the rows of another table. Combinations and rows without a match stay, with null in place of the missing
     * rows.
     */
    public <B> Join2<A, B> fullJoin(Class<B> rows, Condition2<? super A, ? super B> on) {
        return new Join2<>(steps.with(JoinSteps.Kind.FULL, rows, on));
    }
}
