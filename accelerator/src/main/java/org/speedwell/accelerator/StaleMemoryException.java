package org.speedwell.accelerator;

/** Memory is older than {@link StoreConfiguration#maxAge()} allows, and a stream is not to come from the database instead. */
public final class StaleMemoryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The message says how old, and why. */
    public StaleMemoryException(String message) {
        super(message);
    }
}
