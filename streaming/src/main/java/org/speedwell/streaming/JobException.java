package org.speedwell.streaming;

import org.jspecify.annotations.Nullable;

/** Why a job stopped. The cause is what was thrown. */
public final class JobException extends RuntimeException {
    private static final int MAX_EVENT_CHARACTERS = 1000;

    JobException(String place, @Nullable Object event, Throwable cause) {
        super("The job stopped: " + place + " failed on " + describe(event) + ": " + cause, cause);
    }

    JobException(Throwable cause) {
        super("The job stopped: " + cause, cause);
    }

    private static String describe(@Nullable Object event) {
        String text;
        try {
            text = "event " + event;
        } catch (RuntimeException e) {
            return "an event that cannot be printed";
        }
        return text.length() > MAX_EVENT_CHARACTERS ? text.substring(0, MAX_EVENT_CHARACTERS) + "…" : text;
    }
}
