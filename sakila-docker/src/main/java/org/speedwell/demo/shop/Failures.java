package org.speedwell.demo.shop;

import java.io.IOException;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.schema.DatabaseException;

/** Descriptions of failures of the database or the store, for people. */
public final class Failures {
    private Failures() {}

    /**
     * Returns whether the message of a failure explains the problem and its solution. This project's own exceptions do
     * so.
     */
    public static boolean isSelfExplanatory(Throwable failure) {
        return failure instanceof DemoException
                || failure instanceof DatabaseException
                || failure instanceof DataStoreException;
    }

    /** Returns one line: the message of this project's own exceptions, otherwise that of the innermost cause. */
    public static String text(Throwable failure) {
        if (isSelfExplanatory(failure)) {
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
