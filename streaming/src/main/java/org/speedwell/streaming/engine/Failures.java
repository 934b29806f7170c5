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

    /**
     * What to throw where state would be wrong if it were skipped, or where it is not about one event: the job stops
     * whatever its options are.
     *
     * @param place the function that threw, in words
     * @param given what it was given
     */
    default RuntimeException fatal(String place, Object given, Throwable cause) {
        return new IllegalStateException(place + " failed on " + describe(given) + ": " + describe(cause), cause);
    }

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
