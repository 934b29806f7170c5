package org.speedwell.accelerator;

/** What becomes of a stream that is made inside a transaction of Speedment's on the same thread. */
public enum InTransaction {
    /** It reads the version in memory, which knows nothing of what the transaction has written. */
    MEMORY,
    /** It comes from the database through the transaction's connection, and sees what that has written. */
    SQL,
    /** It throws an {@link IllegalStateException}. */
    FAIL
}
