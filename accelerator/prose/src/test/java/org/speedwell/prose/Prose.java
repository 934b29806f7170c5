package org.speedwell.prose;

/**
 * One piece of prose.
 *
 * @param file path from the root of the project, with slashes
 * @param line the line at which the piece, or the declaration that it documents, starts
 * @param text plain text: no markup, and no code except single names
 */
record Prose(String file, int line, Kind kind, String text) {
    /** The places where the project writes prose. */
    enum Kind {
        /** The Javadoc of a method that returns a value or none. */
        METHOD,
        /** Any other Javadoc, and the text of its tags. */
        DOC,
        /** A comment in code. */
        COMMENT,
        /** A string literal of a few words. */
        MESSAGE,
        /** A paragraph, an item, a heading or a table cell of a Markdown page. */
        PAGE
    }
}
