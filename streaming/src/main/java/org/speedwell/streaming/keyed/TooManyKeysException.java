package org.speedwell.streaming.keyed;

/**
 * A failure of an operation whose state would have more keys than the job allows. It stops the job under any failure
 * policy.
 */
public final class TooManyKeysException extends RuntimeException {
    public TooManyKeysException(String message) {
        super(message);
    }
}
