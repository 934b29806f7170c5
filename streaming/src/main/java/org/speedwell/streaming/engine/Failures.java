package org.speedwell.streaming.engine;

/** Is told of every exception of a user's function. Thread-safe. */
@FunctionalInterface
public interface Failures {
    /**
     * Returns if the event is to be skipped, and throws if the job is to stop.
     *
     * @param place the function that threw, in words
     * @param given the event, or whatever else it was given
     */
    void report(String place, Object given, RuntimeException cause);
}
