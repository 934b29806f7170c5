package org.speedwell.accelerator;

/** An operation would have left columns for entities while {@link Fallback#FAIL} forbids it. */
public final class FallbackException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public FallbackException(String message) {
        super(message);
    }
}
