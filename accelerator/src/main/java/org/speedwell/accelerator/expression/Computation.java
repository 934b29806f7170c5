package org.speedwell.accelerator.expression;

import org.jspecify.annotations.Nullable;

/** What an expression of ours computes, of entities and of rows; each in the same way, exceptions included. Immutable. */
public sealed interface Computation<T>
        permits Choice, Constant, DecimalOf, DecimalOperation, FirstPresent, PartOfDate, PartOfText, TextLength {
    /** The value of an entity, or null. */
    @Nullable
    Object of(T entity);

    /** The same of a row, or null where a part of it cannot be read. */
    @Nullable
    RowExpression on(ExpressionReader reader);
}
