package org.speedwell.accelerator;

/**
 * Thrown if memory is older than {@link StoreConfiguration#maxAge()} allows, and streams must not read the database
 * instead.
 */
public final class StaleMemoryException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception. The message states the age of the memory, and the reason. */
    public StaleMemoryException(String message) {
        super(message);
    }
}
