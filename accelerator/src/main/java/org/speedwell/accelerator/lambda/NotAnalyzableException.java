package org.speedwell.accelerator.lambda;

/** Says in words why a function is not understood. Thrown to end a reading; without a stack trace, as it is no error. */
public final class NotAnalyzableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotAnalyzableException(String reason) {
        super(reason, null, false, false);
    }

    /** As in {@code calls Shop.isGood, which is not known}. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
