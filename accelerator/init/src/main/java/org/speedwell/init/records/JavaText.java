package org.speedwell.init.records;

import java.util.stream.Collectors;

/** A converter of names of a database to parts of Java code. */
final class JavaText {
    private JavaText() {}

    /** Returns a string literal. */
    static String literal(String text) {
        return text.codePoints().mapToObj(JavaText::escaped).collect(Collectors.joining("", "\"", "\""));
    }

    private static String escaped(int character) {
        if (character == '"' || character == '\\') {
            return "\\" + Character.toString(character);
        }
        // javac replaces a Unicode escape of a line break too early
        return Character.isISOControl(character) && character < 0x80
                ? "\\%03o".formatted(character)
                : Character.toString(character);
    }

    /** Returns a text for a Javadoc comment. */
    static String javadoc(String text) {
        return text.codePoints()
                .mapToObj(character -> Character.isLetterOrDigit(character) || character == '_' || character == ' '
                        ? Character.toString(character)
                        : "&#" + character + ";")
                .collect(Collectors.joining());
    }
}
