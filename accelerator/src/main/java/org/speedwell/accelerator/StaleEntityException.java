package org.speedwell.accelerator;

/** A row is not as it was read: somebody else changed it meanwhile, or it is gone. Nothing was written. */
public final class StaleEntityException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public StaleEntityException(String message) {
        super(message);
    }
}
