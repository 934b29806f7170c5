package org.speedwell.accelerator.lambda;

import org.speedwell.accelerator.expr.Row;

/**
 * The row whose entity a function returns. Immutable.
 *
 * @param isNullIfMissing true if the function returns null if the row does not exist; false if it may throw
 */
public record ReturnedRow(Row.Referenced row, boolean isNullIfMissing) {}
