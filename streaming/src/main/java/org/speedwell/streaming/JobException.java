package org.speedwell.streaming;

import org.speedwell.streaming.engine.Failures;

/** Why a job stopped. The cause is what was thrown. */
public final class JobException extends RuntimeException {
    private static final int MAX_CHARACTERS = 1000;

    /** A user's function failed on what it was given, most often an event. */
    JobException(String place, Object given, Throwable cause) {
        super("The job stopped: " + place + " failed on " + describe(given) + ": " + Failures.describe(cause), cause);
    }

    /** A part of the job failed, on nothing in particular. */
    JobException(String part, Throwable cause) {
        super("The job stopped: " + part + " failed: " + Failures.describe(cause), cause);
    }

    private static String describe(Object given) {
        String text = Failures.describe(given);
        return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) + "…" : text;
    }
}
