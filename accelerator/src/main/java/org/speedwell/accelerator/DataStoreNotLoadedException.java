package org.speedwell.accelerator;

/** A stream was asked for while no snapshot is loaded. */
public final class DataStoreNotLoadedException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public DataStoreNotLoadedException(String message) {
        super(message);
    }
}
