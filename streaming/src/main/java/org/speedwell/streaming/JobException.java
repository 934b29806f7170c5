package org.speedwell.streaming;

import org.speedwell.streaming.engine.Failures;

/** The reason why a job stopped. The cause is the original exception. */
public final class JobException extends RuntimeException {
    private static final int MAX_CHARACTERS = 1000;

    /** Creates the failure of a user's function on an object, usually an event. */
    JobException(String place, Object given, Throwable cause) {
        super("The job stopped: " + place + " failed on " + describe(given) + ": " + Failures.describe(cause), cause);
    }

    /** Creates the failure of a part of the job that does not concern one object. */
    JobException(String part, Throwable cause) {
        super("The job stopped: " + part + " failed: " + Failures.describe(cause), cause);
    }

    private static String describe(Object given) {
        String text = Failures.describe(given);
        return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) + "…" : text;
    }
}
