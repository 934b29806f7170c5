package org.speedwell.accelerator.eval;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;

/** The rows on which expressions run: the rows of a table, or the tuples of a join. */
public sealed interface RowScope permits Scope, TupleScope {

    /**
     * A mapping to the rows of another table, on which an expression can run instead.
     *
     * @param rows maps the rows of the scope to the rows of the other table
     * @param scope the scope of the other table
     * @param inner the expression on the rows of the other table
     */
    record Way(RowMapping rows, Scope scope, Expr inner) {}

    /**
     * Returns the way to the only row whose columns an expression reads. Returns null if the expression reads the
     * scope's own table, several rows or none. Returns null also if the expression may have a value where the way leads
     * to no row.
     */
    @Nullable
    Way way(Expr of);

    /** Returns the mapping from the rows of the scope to the rows that {@code row} names, or −1 for none. */
    RowMapping mapping(Row row);

    /** Returns the scope of the table whose rows these are. Throws for tuples. */
    Scope own();

    /**
     * Returns an expression without the tests of rows and columns that this version decides. The result has the same
     * value and throws for the same rows.
     */
    Expr simplified(Expr of);

    /** Returns whether all columns of an expression are in memory. */
    boolean hasAll(Expr of);
}
