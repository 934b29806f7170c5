package org.speedwell.streaming;

/** Why a job stopped. The cause is what was thrown. */
public final class JobException extends RuntimeException {
    private static final int MAX_CHARACTERS = 1000;

    /** A user's function failed on what it was given, most often an event. */
    JobException(String place, Object given, Throwable cause) {
        super("The job stopped: " + place + " failed on " + describe(given) + ": " + cause, cause);
    }

    JobException(Throwable cause) {
        super("The job stopped: " + cause, cause);
    }

    private static String describe(Object given) {
        try {
            String text = given.toString();
            return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) + "…" : text;
        } catch (RuntimeException e) {
            return "an event that cannot be printed";
        }
    }
}
