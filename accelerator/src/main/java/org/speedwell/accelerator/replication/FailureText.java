package org.speedwell.accelerator.replication;

/** The texts of failures for the status and the log. */
final class FailureText {
    private static final String RESTART =
            " Java does not initialise a class again after a failure, such as a full heap. Restart the application.";

    private FailureText() {}

    /**
     * Returns the message of an exception, or the class and message of an error. It adds the remedy if the JVM cannot
     * recover.
     */
    static String of(Throwable failure) {
        String text = failure instanceof Exception && failure.getMessage() != null
                ? failure.getMessage()
                : failure.toString();
        return needsRestart(failure) ? text + "." + RESTART : text;
    }

    private static boolean needsRestart(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NoClassDefFoundError || cause instanceof ExceptionInInitializerError) {
                return true;
            }
        }
        return false;
    }
}
