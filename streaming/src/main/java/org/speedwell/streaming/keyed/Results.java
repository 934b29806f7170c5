package org.speedwell.streaming.keyed;

import java.util.function.Consumer;

/**
 * The receiver of the results of a function. It sends them only after the function has returned. If the function
 * throws, it sends none. For the thread that called the function, until the function returns.
 *
 * @param <R> the class of the results
 */
public interface Results<R> extends Consumer<R> {
    /** Sends a result. Its time is the time of the event, of the alarm, or of the expiry. */
    @Override
    void accept(R result);

    /**
     * Sends a result with a time of its own, in milliseconds. If the time is before the watermark that receivers know,
     * the result has the time of that watermark. So no receiver considers it late.
     *
     * @throws IllegalArgumentException if the time is not within ±2<sup>60</sup> ms
     */
    void accept(R result, long time);

    /**
     * Sends an event to a side output, with the time that {@link #accept(Object)} would give it, or with the time of
     * the watermark if that is later.
     *
     * @throws IllegalArgumentException if the operation does not declare the side output
     */
    <E> void side(SideOutput<? super E> output, E event);

    /**
     * Returns the watermark: events with an earlier time are late from now on. It is {@link Long#MIN_VALUE} before the
     * first watermark and {@link Long#MAX_VALUE} after the last event.
     */
    long watermark();

    /** Counts the event as late in the metrics of the job. */
    void late();
}
