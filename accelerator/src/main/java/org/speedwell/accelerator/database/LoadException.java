package org.speedwell.accelerator.database;

/** A failed load. The message names the table, column or row and says what to do. */
public sealed class LoadException extends Exception permits TableException, UnreachableException {
    private static final long serialVersionUID = 1L;

    public LoadException(String message) {
        super(message);
    }

    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
