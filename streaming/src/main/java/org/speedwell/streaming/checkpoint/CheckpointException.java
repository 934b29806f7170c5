package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.Nullable;

/**
 * The failure of a job to save its state or to continue from a checkpoint. The message names the reason and the remedy.
 */
public final class CheckpointException extends RuntimeException {
    public CheckpointException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
