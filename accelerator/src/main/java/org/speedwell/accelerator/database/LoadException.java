package org.speedwell.accelerator.database;

/** A load that failed; the message names the table, column or row and says what to do. */
public sealed class LoadException extends Exception permits TableException, UnreachableException {
    private static final long serialVersionUID = 1L;

    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
