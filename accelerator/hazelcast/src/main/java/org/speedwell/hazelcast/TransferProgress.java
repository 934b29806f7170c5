package org.speedwell.hazelcast;

/** A listener for the progress of the transfer of a published snapshot. */
@FunctionalInterface
public interface TransferProgress {
    /** A listener that does nothing. */
    TransferProgress NONE = (received, of) -> {};

    /**
     * Receives the progress after each chunk of 1 MB. The receiving thread calls it. An exception ends the attempt.
     *
     * @param received the bytes received so far, with those of an earlier attempt
     * @param of the size of the file in bytes
     */
    void received(long received, long of);
}
