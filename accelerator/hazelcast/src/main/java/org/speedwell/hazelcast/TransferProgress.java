package org.speedwell.hazelcast;

/** Told how much of a published snapshot has been received. */
@FunctionalInterface
public interface TransferProgress {
    /** Tells nobody. */
    TransferProgress NONE = (received, of) -> {};

    /**
     * Called by the thread that receives, for each megabyte. An exception ends this try.
     *
     * @param received bytes so far, those of a former try that was cut included
     * @param of bytes in all
     */
    void received(long received, long of);
}
