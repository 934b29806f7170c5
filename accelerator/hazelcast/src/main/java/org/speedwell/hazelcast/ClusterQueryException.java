package org.speedwell.hazelcast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question to all parts of a table has no answer, as not all parts have been heard: there is never an answer of some of them. */
public final class ClusterQueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final List<String> missing;

    ClusterQueryException(String message, List<String> missing, @Nullable Throwable cause) {
        super(message, cause);
        this.missing = List.copyOf(missing);
    }

    /** The parts without an answer, each with why, as the message tells them; empty where it is not parts that are missing. */
    public List<String> missingParts() {
        return missing;
    }
}
