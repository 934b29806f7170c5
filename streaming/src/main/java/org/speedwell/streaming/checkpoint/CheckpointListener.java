package org.speedwell.streaming.checkpoint;

/**
 * A source or a sink that learns when its state is safe. It may then release or publish what it kept until then, for
 * example commit a transaction.
 */
public interface CheckpointListener {

    /**
     * Begins a job. The engine calls it before all other methods of the source or sink. Does nothing unless overridden.
     *
     * @param job the name of the job
     * @param part the name of this part in the job. It is the same after a restart in the same process or on the same
     * member of a cluster
     * @param takesCheckpoints false if the job saves no state, so that {@link #checkpointed} never follows
     * @throws IllegalArgumentException if the source or sink cannot work in such a job
     */
    default void begin(String job, String part, boolean takesCheckpoints) {}

    /**
     * Announces that the state that the engine saved last is durable. A restart continues from this state or from a
     * later one. The engine calls it on the thread that calls all other methods, so it must not block.
     *
     * <p>The call is never early. A crash may skip it, and so may a checkpoint that fails. The next call then covers
     * all states before it. A source or sink that has processed all events receives a last call, unless the job is
     * cancelled or fails.
     */
    void checkpointed();

    /**
     * Returns whether a sink has reached its limit and needs a checkpoint to continue. The job takes one now. Until then
     * the sink receives only the events before that checkpoint, and the job waits, up to its sources. If a checkpoint cannot
     * be written, the sink receives more. On a cluster, which takes snapshots at its own times, the job fails. The
     * engine calls it as often as {@link org.speedwell.streaming.Sink#hasRoom}. It never asks a source.
     */
    default boolean needsCheckpoint() {
        return false;
    }
}
