package org.speedwell.accelerator;

/** The behaviour of streams that a thread creates inside a transaction of Speedment. */
public enum InTransaction {
    /** The stream reads the version in memory. It does not see the changes of the transaction. */
    MEMORY,
    /**
     * The stream reads the database through the connection of the transaction. It sees the changes of the transaction.
     */
    SQL,
    /** The stream throws an {@link IllegalStateException}. */
    FAIL
}
