package org.speedwell.streaming.maintain;

import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A position between the changes of a maintained result.
 *
 * @param isStarted false if no change was delivered
 * @param result the result of the last delivered change
 * @param latest the latest time of all delivered changes
 */
record Place(boolean isStarted, @Nullable Serializable result, Instant latest) implements Serializable {
    private static final long serialVersionUID = 1L;
}
