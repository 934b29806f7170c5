package org.speedwell.accelerator.eval;

/** The treatment of rows for which an expression is null. */
final class Nulls {
    private Nulls() {}

    /** Throws. It takes the place of the number of a row that must not be null. */
    static long refuse(int row) {
        throw new NullPointerException("The value is null.");
    }
}
