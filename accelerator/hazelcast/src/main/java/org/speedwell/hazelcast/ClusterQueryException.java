package org.speedwell.hazelcast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An exception for a question without an answer, because not all parts answered. A question never returns the answer of
 * only some parts.
 */
public final class ClusterQueryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final List<String> missing;

    ClusterQueryException(String message, List<String> missing, @Nullable Throwable cause) {
        super(message, cause);
        this.missing = List.copyOf(missing);
    }

    /**
     * Returns the parts without an answer, each with the reason, in the words of the message. The list is empty if the
     * question failed for another reason.
     */
    public List<String> missingParts() {
        return missing;
    }
}
