package org.speedwell.streaming;

/** An event that a source cannot read and has skipped. The job stops, or skips and counts the event. */
public final class MalformedEventException extends RuntimeException {

    /**
     * Creates an exception for an event.
     *
     * @param event the place and content of the event, in words
     * @param cause the exception that reading it threw
     */
    public MalformedEventException(String event, Throwable cause) {
        super(event, cause);
    }
}
