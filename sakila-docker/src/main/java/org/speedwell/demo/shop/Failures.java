package org.speedwell.demo.shop;

import java.io.IOException;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.schema.DatabaseException;

/** What went wrong with the database or the store, for a person to read. */
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
        String message = String.valueOf(root.getMessage()).lines().findFirst().orElse("");
        return root instanceof IOException
                ? "The database does not answer (" + withoutPeriod(message) + ")."
                : root.getClass().getSimpleName() + ": " + message;
    }

    private static String withoutPeriod(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
