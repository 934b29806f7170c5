package org.speedwell.spring.query;

import java.util.List;

/** The later results that a client receives after the first one. */
public enum Watching {
    /** None. */
    NONE,
    /** All rows of each later result. */
    ROWS,
    /** The differences between results, as JSON Patch (RFC 6902). */
    PATCHES;

    /**
     * Returns the meaning of a parameter.
     *
     * @throws QueryException if it has none
     */
    static Watching of(String text) {
        return switch (text) {
            case "", "true" -> ROWS;
            case "false" -> NONE;
            case "patch" -> PATCHES;
            default ->
                throw new QueryException(
                        "Parameter watch must be true, false or patch", List.of("true", "false", "patch"));
        };
    }
}
