package org.speedwell.accelerator.eval;

/**
 * A function of the rows of a table that returns the row id, and of the tuples of a join that returns the
 * {@link ElementPosition}. It tells the order in which a stream has them.
 */
public enum RowNumber {
    /** The row id of the row itself, or the position of the tuple itself. */
    OF_ROW
}
