package org.speedwell.streaming.keyed;

/** An operation's state would hold more keys than the job allows. It stops the job, whatever the policy on failures. */
public final class TooManyKeysException extends RuntimeException {
    public TooManyKeysException(String message) {
        super(message);
    }
}
