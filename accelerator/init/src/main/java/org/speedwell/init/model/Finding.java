package org.speedwell.init.model;

/**
 * Something that a person should know.
 *
 * @param subject what it is found at, as {@code orders.placed}
 * @param what it is, in a few words
 * @param meaning what it means, or what mends it
 */
public record Finding(Severity severity, String subject, String what, String meaning) {
    /** From the harmless to what stops the application. */
    public enum Severity {
        OK,
        NOTE,
        WARNING,
        ERROR
    }

    /** The same at something else. */
    Finding at(String other) {
        return new Finding(severity, other, what, meaning);
    }

    public static Finding ok(String subject, String what) {
        return new Finding(Severity.OK, subject, what, "");
    }

    public static Finding note(String subject, String what, String meaning) {
        return new Finding(Severity.NOTE, subject, what, meaning);
    }

    public static Finding warning(String subject, String what, String meaning) {
        return new Finding(Severity.WARNING, subject, what, meaning);
    }

    public static Finding error(String subject, String what, String remedy) {
        return new Finding(Severity.ERROR, subject, what, remedy);
    }
}
