package org.speedwell.demo.shop;

import org.speedwell.accelerator.DataStoreException;
import org.speedwell.schema.DatabaseException;

/** What went wrong, for a person to read. */
public final class Failures {
    private Failures() {}

    /** Whether the message says what is wrong and what to do, as our own exceptions' messages do. */
    public static boolean speaks(Throwable failure) {
        return failure instanceof DemoException
                || failure instanceof DatabaseException
                || failure instanceof DataStoreException;
    }

    /** One line: the message of one of our own, or the innermost cause. */
    public static String text(Throwable failure) {
        if (speaks(failure)) {
            return String.valueOf(failure.getMessage());
        }
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        String message = String.valueOf(root.getMessage());
        return root.getClass().getSimpleName() + ": "
                + message.lines().findFirst().orElse("");
    }
}
