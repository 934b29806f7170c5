package org.speedwell.accelerator.incremental;

/** An exception that says why a query cannot follow changes, and must run from scratch. */
public final class NotIncrementalException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotIncrementalException(String reason) {
        super(reason, null, false, false);
    }
}
