package org.speedwell.streaming.recovery;

import org.jspecify.annotations.Nullable;

/**
 * A failure of a job whose checkpoint folder another job has taken. The job must end, because both would write to it.
 */
final class LostFolderException extends IllegalStateException {
    LostFolderException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
