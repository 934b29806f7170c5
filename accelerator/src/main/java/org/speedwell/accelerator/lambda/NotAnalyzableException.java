package org.speedwell.accelerator.lambda;

/**
 * A signal that a function cannot be analysed, with the reason in words. It has no stack trace, because it is not an
 * error.
 */
public final class NotAnalyzableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotAnalyzableException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns the reason, such as {@code calls Shop.isGood, which is not known}. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
