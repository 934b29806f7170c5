package org.speedwell.streaming.engine;

import org.jspecify.annotations.Nullable;

/**
 * A step of a job that keeps state over events and computes results from it. For one thread.
 *
 * <p>A tasklet calls {@link #accept} any number of times. Then it calls {@link #advance}, {@link #peekEarly} or
 * {@link #idle}. After that it calls {@link #emit} until {@code emit} returns true, unless {@code idle} returned false.
 * Then it calls {@link #reclaim} until {@code reclaim} returns true. The tasklet saves an operator only after that.
 */
public interface Operator<R> extends Stateful {
    /**
     * The greatest number of keys that one call of {@link #emit} or {@link #reclaim} visits, so that a tasklet's call
     * stays short.
     */
    int STEP = 8 * Batch.FULL;

    /** Returns whether the tasklet may read a sender now. The inbox knows which senders have ended. */
    default boolean takes(int sender, Inbox inbox) {
        return true;
    }

    /**
     * Adds the events of a batch to the state, from index {@code from} on and while the output is open.
     *
     * @return the index of the first event that the operator did not accept
     */
    int accept(Batch batch, int from, int sender, Output<R> output);

    /**
     * Returns a consumer that accepts events one by one, as {@link #accept} does in batches. Returns null if the
     * operator has none. The caller may use the consumer while the output is open and no results are being emitted.
     */
    default @Nullable DirectConsumer taker(Output<R> output) {
        return null;
    }

    /** Raises the watermark. The following calls of {@link #emit} send the results that it completes. */
    void advance(long watermark);

    /**
     * Prepares early results. The following calls of {@link #emit} send the present results of incomplete state, and
     * keep the state.
     */
    default void peekEarly() {}

    /**
     * Releases events and totals that the operator keeps only to send them together with a watermark. The tasklet calls
     * it when all senders are idle, because then a watermark may not come for long. The operator must keep all state
     * that a watermark completes: idleness depends on the clock, and results must not.
     *
     * @return whether {@link #emit} has anything to send
     */
    default boolean idle() {
        return false;
    }

    /**
     * Returns the bytes of the primitive arrays that hold the state. Objects, such as keys and accumulators, do not
     * count.
     */
    long bytes();

    /** Sends results while the output is open, and returns whether all are sent. */
    boolean emit(Output<R> output);

    /**
     * Frees state that no later result needs, and returns whether all of it is free. The tasklet calls it after it has
     * sent the results and the watermark, so that receivers need not wait for this work.
     */
    default boolean reclaim() {
        return true;
    }
}
