package org.speedwell.accelerator.aggregate;

import org.jspecify.annotations.Nullable;

/** Thrown while an aggregate is prepared that columns cannot compute. Its message completes "not on columns: it …". */
public final class NotOnColumnsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotOnColumnsException(String reason) {
        super(reason, null, false, false);
    }

    /** Returns a value that was found; throws if there is none. */
    public static <T> T require(@Nullable T value, String reason) {
        if (value == null) {
            throw new NotOnColumnsException(reason);
        }
        return value;
    }
}
