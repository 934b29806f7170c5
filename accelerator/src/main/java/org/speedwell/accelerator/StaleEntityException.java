package org.speedwell.accelerator;

/** Thrown if another client has changed or deleted a row since the application read it. Nothing was written. */
public final class StaleEntityException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public StaleEntityException(String message) {
        super(message);
    }
}
