package org.speedwell.spring.query;

import java.util.Collection;
import java.util.List;

/** An exception for a query that the table cannot answer. The client sees the message, which says what to correct. */
public final class QueryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The maximum number of characters of a client's text that a message repeats. */
    private static final int LONGEST = 60;

    private final transient List<String> allowed;

    QueryException(String message) {
        this(message, List.of());
    }

    QueryException(String message, Collection<String> allowed) {
        super(message, null, false, false); // without a stack trace, so that a bad query costs little
        this.allowed = List.copyOf(allowed);
    }

    /**
     * Returns an exception that names the unknown name and the known ones.
     *
     * @param what the kind of name, such as {@code property}
     * @param name the client's name; the message shortens it
     * @param parameter the parameter of the query that contains the name
     */
    static QueryException unknown(String what, String name, String parameter, Collection<String> known) {
        return new QueryException(
                "Parameter %s: the %s %s is unknown. Allowed: %s"
                        .formatted(parameter, what, shortened(name), String.join(", ", known)),
                known);
    }

    /** Returns an exception for a parameter that does not exist. */
    static QueryException unknownParameter(String name, Collection<String> known) {
        return new QueryException(
                "Parameter %s is unknown. Allowed: %s".formatted(shortened(name), String.join(", ", known)), known);
    }

    private static String shortened(String name) {
        return name.length() > LONGEST ? name.substring(0, LONGEST) + "…" : name;
    }

    /** Returns the values that the query may use instead; empty if there is no such list. */
    public List<String> allowed() {
        return allowed;
    }
}
