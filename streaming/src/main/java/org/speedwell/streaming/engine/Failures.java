package org.speedwell.streaming.engine;

import java.util.Objects;

/** The handler of exceptions from functions of the user. Thread-safe. */
@FunctionalInterface
public interface Failures {
    /**
     * Handles an exception. Returns if the job must skip the event. Throws if the job must stop, as it must after an
     * {@link Error}.
     *
     * @param place the name of the function that threw, for the message
     * @param given the event, or another argument of the function
     */
    void report(String place, Object given, Throwable cause);

    /**
     * Returns the exception that stops the job, whatever its options are. Throw it if skipping would corrupt the state,
     * or if the failure concerns more than one event.
     *
     * @param place the name of the function that threw, for the message
     * @param given the argument of the function
     */
    default RuntimeException fatal(String place, Object given, Throwable cause) {
        return new IllegalStateException(place + " failed on " + describe(given) + ": " + describe(cause), cause);
    }

    /**
     * Returns the text of an object. If its {@code toString} fails, which may be a function of the user, it returns the
     * class name.
     */
    static String describe(Object given) {
        try {
            return "" + given.toString();
        } catch (Throwable e) {
            return "an object of " + given.getClass().getName() + " whose toString failed";
        }
    }

    /** Returns the message of an exception, or its text if it has none. */
    static String message(Throwable thrown) {
        try {
            return Objects.requireNonNull(thrown.getMessage());
        } catch (Throwable e) {
            return describe(thrown);
        }
    }

    /**
     * A key that was passed to a function. It creates its text on demand, because that also calls a function of the
     * user.
     */
    record OfKey(Object key) {
        @Override
        public String toString() {
            return "key " + key;
        }
    }
}
