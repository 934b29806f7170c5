package org.speedwell.streaming.engine;

import org.jspecify.annotations.Nullable;

/**
 * Keeps state over events and makes results of it. A tasklet calls {@link #accept} any number of times. Then it calls
 * {@link #advance}, {@link #peekEarly} or {@link #idle}, and {@link #emit} until that returns true, unless {@code idle}
 * returned false. It saves an operator only when all results are emitted. Not thread-safe.
 */
public interface Operator<R> extends Stateful {
    /** How many keys one call of {@link #emit} looks at at most, so that a tasklet's call stays short. */
    int STEP = 8 * Batch.FULL;

    /** Whether a sender may be read, given those that are over. */
    default boolean takes(int sender, Inbox inbox) {
        return true;
    }

    /**
     * Takes the events of a batch from an index on, while the output is open.
     *
     * @return the index of the first event not taken
     */
    int accept(Batch batch, int from, int sender, Output<R> output);

    /**
     * What takes events one by one as {@link #accept} takes them in batches; null if nothing does. To be called while
     * results are not being emitted and the output is open.
     */
    default @Nullable DirectConsumer taker(Output<R> output) {
        return null;
    }

    /** The watermark has risen: what it completes is to be emitted now. */
    void advance(long watermark);

    /** What is not complete yet is to be emitted as it stands, and kept. */
    default void peekEarly() {}

    /**
     * Releases what the operator keeps back only to send it together with a watermark, because all senders are idle and
     * no watermark may come for long. State that a watermark completes must stay: when a source falls idle depends on the
     * clock, and results must not.
     *
     * @return whether {@link #emit} has anything to send
     */
    default boolean idle() {
        return false;
    }

    /** Bytes of the arrays of numbers that hold its state. Objects, such as keys and accumulators, are not counted. */
    long bytes();

    /** Hands results on while the output is open; whether all are out. */
    boolean emit(Output<R> output);
}
