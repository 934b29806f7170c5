package org.speedwell.streaming.engine;

import java.util.Objects;

/** Is told of whatever a user's function throws. Thread-safe. */
@FunctionalInterface
public interface Failures {
    /**
     * Returns if the event is to be skipped, and throws if the job is to stop, as it always is on an {@link Error}.
     *
     * @param place the function that threw, in words
     * @param given the event, or whatever else it was given
     */
    void report(String place, Object given, Throwable cause);

    /** What an object says of itself, or else what it is: its own function for that may throw too. */
    static String describe(Object given) {
        try {
            return "" + given.toString();
        } catch (Throwable e) {
            return "a " + given.getClass().getName() + " that cannot be printed";
        }
    }

    /** What an exception says, or else what it is. */
    static String message(Throwable thrown) {
        try {
            return Objects.requireNonNull(thrown.getMessage());
        } catch (Throwable e) {
            return describe(thrown);
        }
    }

    /** A key that a function was given; put into words only when it is asked for, as that is a user's function too. */
    record OfKey(Object key) {
        @Override
        public String toString() {
            return "key " + key;
        }
    }
}
