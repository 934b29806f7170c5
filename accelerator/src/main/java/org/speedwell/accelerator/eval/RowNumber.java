package org.speedwell.accelerator.eval;

/** A function of the rows of a table that returns the row id. It tells the order in which a stream has the rows. */
public enum RowNumber {
    /** The row id of the row itself. */
    OF_ROW
}
