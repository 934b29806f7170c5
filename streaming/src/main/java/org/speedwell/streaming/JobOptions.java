package org.speedwell.streaming;

/**
 * How a job deals with trouble.
 *
 * @param maxKeys how many keys a window's state may hold at once; one more stops the job
 * @param skipsFailures whether an event on which a user's function throws is skipped and counted; if not, it stops the
 *     job. Errors, and exceptions that are not about one event, always stop it
 */
public record JobOptions(int maxKeys, boolean skipsFailures) {
    /** Ten million keys; a failure stops the job. */
    public static final JobOptions DEFAULT = new JobOptions(10_000_000, false);

    public JobOptions {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("maxKeys is " + maxKeys + ": it must be 1 or more.");
        }
    }

    /** The same with another limit of keys. */
    public JobOptions withMaxKeys(int max) {
        return new JobOptions(max, skipsFailures);
    }

    /** The same with another policy. */
    public JobOptions skippingFailures(boolean skips) {
        return new JobOptions(maxKeys, skips);
    }
}
