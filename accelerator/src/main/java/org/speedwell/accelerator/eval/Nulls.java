package org.speedwell.accelerator.eval;

/** The treatment of rows for which an expression is null. */
final class Nulls {
    private Nulls() {}

    /** The number of a row that is null and must not be. */
    static long refuse(int row) {
        throw new NullPointerException("The value is null.");
    }
}
