package org.speedwell.streaming;

/** Names of tables and columns as MySQL quotes them. */
final class Identifier {
    private Identifier() {}

    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
