package org.speedwell.streaming;

import java.util.function.Consumer;

/**
 * Where the events of a job go. One thread calls it at a time; no method may block: a sink that has to wait hands its
 * work to a thread of its own.
 */
@FunctionalInterface
public interface Sink<T> {

    /** Takes an event and its time in milliseconds. */
    void accept(T event, long time);

    /** No event that follows has a time below the watermark, late ones aside; {@code Long.MAX_VALUE} when none follows. */
    default void watermark(long watermark) {}

    /** Whether all that was accepted is where it is to be. Asked again and again before the job completes. */
    default boolean flush() {
        return true;
    }

    /** A sink that calls a function, which must be short. */
    static <T> Sink<T> of(Consumer<? super T> consumer) {
        return (event, time) -> consumer.accept(event);
    }
}
