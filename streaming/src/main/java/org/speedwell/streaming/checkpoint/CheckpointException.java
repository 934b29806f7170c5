package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.Nullable;

/** Why a job cannot save its state or go on from a checkpoint, and what to do. */
public final class CheckpointException extends RuntimeException {
    public CheckpointException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
