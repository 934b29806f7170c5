package org.speedwell.streaming.engine;

import org.jspecify.annotations.Nullable;

/** Is told of every exception of a user's function. Thread-safe. */
@FunctionalInterface
public interface Failures {
    /**
     * Returns if the event is to be skipped, and throws if the job is to stop.
     *
     * @param place the function that threw, in words
     * @param event what it was given; null if it was not about one event
     */
    void report(String place, @Nullable Object event, RuntimeException cause);
}
