package org.speedwell.docs;

/**
 * A piece of code of a page.
 *
 * @param where file and line
 * @param language the language that the fence names; empty if it names none
 */
record Snippet(String where, String language, String text) {
    /** Returns the message of a failure: the place, the reason, and the text of the snippet. */
    String message(String why) {
        return where + ": " + why + "\n" + text.indent(4);
    }
}
