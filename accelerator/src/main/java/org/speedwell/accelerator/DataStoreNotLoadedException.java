package org.speedwell.accelerator;

/** An exception for a stream that an application creates while no version is in memory. */
public final class DataStoreNotLoadedException extends DataStoreException {
    private static final long serialVersionUID = 1L;

    public DataStoreNotLoadedException(String message) {
        super(message);
    }
}
