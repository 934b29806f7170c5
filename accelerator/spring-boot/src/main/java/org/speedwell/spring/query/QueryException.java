package org.speedwell.spring.query;

import java.util.Collection;
import java.util.List;

/** A query is not one that its table answers. The message is for the client, and tells it what to mend. */
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The characters of a client's text that a message repeats. */
    private static final int LONGEST = 60;

    private final transient List<String> allowed;

    QueryException(String message) {
        this(message, List.of());
    }

    QueryException(String message, Collection<String> allowed) {
        super(message, null, false, false); // whoever sends nonsense gets no stack walked for it
        this.allowed = List.copyOf(allowed);
    }

    /**
     * Returns one that tells what is not known, and what is.
     *
     * @param what kind of thing, as {@code property}
     * @param name given by the client, of which no more is repeated than a message can hold
     * @param parameter of the query, in which it stands
     */
    static QueryException unknown(String what, String name, String parameter, Collection<String> known) {
        return new QueryException(
                "Parameter %s: the %s %s is unknown. Known are: %s"
                        .formatted(parameter, what, shortened(name), String.join(", ", known)),
                known);
    }

    /** Returns one that tells that there is no parameter of a name. */
    static QueryException unknownParameter(String name, Collection<String> known) {
        return new QueryException(
                "Parameter %s is unknown. Known are: %s".formatted(shortened(name), String.join(", ", known)), known);
    }

    private static String shortened(String name) {
        return name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name;
    }

    /** What would have been understood instead; empty where that is no list. */
    public List<String> allowed() {
        return allowed;
    }
}
