package org.speedwell.streaming;

/** The quoting of table and column names for MySQL. */
final class Identifier {
    private Identifier() {}

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
