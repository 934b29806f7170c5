package org.speedwell.accelerator.text;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Values as texts for messages and logs. A value comes from users of the database, so it must not start a new line or
 * control a terminal. This class escapes control characters, line separators and characters that reverse text, as Java
 * does.
 */
public final class ValueText {
    private ValueText() {}

    /**
     * Returns a value as one line: bytes in hexadecimal digits, null as {@code null}.
     *
     * @param max the maximum number of characters of the value; an ellipsis replaces the rest
     */
    public static String of(@Nullable Object value, int max) {
        String text = value instanceof byte[] bytes
                ? "0x" + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, max))
                : String.valueOf(value);
        return text.length() <= max ? escaped(text) : escaped(text.substring(0, max)) + "…";
    }

    /** Returns a text of any length as one line. */
    public static String escaped(String text) {
        if (text.chars().noneMatch(ValueText::isEscaped)) {
            return text;
        }
        StringBuilder line = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (isEscaped(c)) {
                        line.append("\\u%04x".formatted(c));
                    } else {
                        line.append((char) c);
                    }
                }
            }
        });
        return line.toString();
    }

    /**
     * Returns an exception that is safe to log as the cause of another one. It is the given one, unless its text or a
     * cause's text needs escapes. Then it is an exception with the escaped text and the same stack trace.
     */
    public static Throwable escaped(Throwable cause) {
        boolean isPlain = true;
        for (Throwable each = cause; each != null; each = each.getCause()) {
            isPlain &= each.toString().chars().noneMatch(ValueText::isEscaped);
        }
        return isPlain ? cause : new EscapedException(cause);
    }

    /** A replacement of another exception, with its text escaped. */
    private static final class EscapedException extends Exception {
        private static final long serialVersionUID = 1;

        EscapedException(Throwable of) {
            super(escaped(of.toString()), of.getCause() == null ? null : escaped(of.getCause()));
            setStackTrace(of.getStackTrace());
        }

        @Override
        public String toString() {
            return String.valueOf(getMessage());
        }
    }

    private static boolean isEscaped(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
