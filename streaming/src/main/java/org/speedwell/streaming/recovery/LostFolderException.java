package org.speedwell.streaming.recovery;

import org.jspecify.annotations.Nullable;

/** Another job has taken the folder of checkpoints. The job must end, as both would write there. */
final class LostFolderException extends IllegalStateException {
    LostFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
