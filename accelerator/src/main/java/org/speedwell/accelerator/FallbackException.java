package org.speedwell.accelerator;

/** An exception for an operation that needs a fallback while {@link Fallback#FAIL} forbids it. */
public final class FallbackException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public FallbackException(String message) {
        super(message);
    }
}
