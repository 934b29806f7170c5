package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.Nullable;

/**
 * Thrown during the preparation of an aggregate that columns cannot compute. Its message completes the text "not on
 * columns: it …".
 */
public final class NotOnColumnsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotOnColumnsException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns the value, or throws this exception if it is null. */
    public static <T> T require(@Nullable T value, String reason) {
        if (value == null) {
            throw new NotOnColumnsException(reason);
        }
        return value;
    }
}
