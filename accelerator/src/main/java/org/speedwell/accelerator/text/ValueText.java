package org.speedwell.accelerator.text;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Values in messages and logs. A value comes from users of the database, so it must neither begin a line of its own nor command a
 * terminal: control characters, line separators and characters that reverse text are escaped as in Java.
 */
public final class ValueText {
    private ValueText() {}

    /**
     * Returns a value as one line: bytes in hexadecimal digits, null as {@code null}.
     *
     * @param most the number of characters of the value after which the text is cut, with an ellipsis
     */
    public static String of(@Nullable Object value, int most) {
        String text = value instanceof byte[] bytes
                ? "0x" + HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, most))
                : String.valueOf(value);
        return text.length() <= most ? escaped(text) : escaped(text.substring(0, most)) + "…";
    }

    /** Returns a text as one line, of any length. */
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
     * Returns an exception that may be logged as the cause of another: the given one, or where its text or that of its causes has to be
     * escaped, one that has the escaped text and the same stack trace.
     */
    public static Throwable escaped(Throwable cause) {
        boolean isPlain = true;
        for (Throwable each = cause; each != null; each = each.getCause()) {
            isPlain &= each.toString().chars().noneMatch(ValueText::isEscaped);
        }
        return isPlain ? cause : new EscapedException(cause);
    }

    /** Stands for another exception, whose text it has escaped. */
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
