package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;

/** The rows of which expressions are computed: those of a table, or the tuples of a join. */
public sealed interface RowScope permits Scope, TupleScope {

    /**
     * The way to the rows of another table, of which an expression can be computed instead.
     *
     * @param rows from the rows of the scope to those of the table
     * @param scope of the table
     * @param inner the expression of these rows
     */
    record Way(RowMapping rows, Scope scope, Expr inner) {}

    /**
     * Returns the way to the one table of which an expression reads columns; null if it reads the scope's own table, several tables or
     * none, or has a value where the way leads to no row.
     */
    @Nullable
    Way way(Expr of);

    /** Returns the rows that a row of the scope has in the place of another; −1 where it has none. */
    RowMapping mapping(Row row);

    /** Returns the scope of the table whose rows these are; throws where they are tuples. */
    Scope own();

    /** Tells whether all columns of an expression are in memory. */
    boolean hasAll(Expr of);
}
