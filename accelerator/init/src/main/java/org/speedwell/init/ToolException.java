package org.speedwell.init;

/** What the user has to hear and mend; the message names it and the remedy. */
final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ToolException(String message) {
        super(message);
    }

    ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
