package org.speedwell.init;

/** An exception for a mistake that the user must correct. The message names the mistake and the remedy. */
final class ToolException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ToolException(String message) {
        super(message);
    }

    ToolException(String message, Throwable cause) {
        super(message, cause);
    }
}
