package org.speedwell.spring.query;

import java.util.Collection;
import java.util.List;

/** A query is not one that its table answers. The message is for the client, and tells it what to mend. */
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> allowed;

    QueryException(String message) {
        this(message, List.of());
    }

    QueryException(String message, Collection<String> allowed) {
        super(message, null, false, false); // whoever sends nonsense gets no stack walked for it
        this.allowed = List.copyOf(allowed);
    }

    /** What would have been understood instead; empty where that is no list. */
    public List<String> allowed() {
        return allowed;
    }
}
