package org.speedwell.docs;

/**
 * A piece of a page that is to be right.
 *
 * @param where file and line
 * @param language as its fence tells it
 */
record Snippet(String where, String language, String text) {
    /** Of a failure: where, why, and all of it. */
    String message(String why) {
        return where + ": " + why + "\n" + text.indent(4);
    }
}
