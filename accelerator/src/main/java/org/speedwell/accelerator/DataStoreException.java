package org.speedwell.accelerator;

/** The data store could not do what it was asked; the message says what is wrong and what to do. */
public class DataStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DataStoreException(String message) {
        super(message);
    }

    public DataStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
