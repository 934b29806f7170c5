package org.speedwell.streaming;

/** An event that a source has passed over because it cannot be read. The job stops, or skips and counts it. */
public final class MalformedEventException extends RuntimeException {

    /**
     * Tells which event it is.
     *
     * @param event where it stood and what was there, in words
     * @param cause what reading it threw
     */
    public MalformedEventException(String event, Throwable cause) {
        super(event, cause);
    }
}
