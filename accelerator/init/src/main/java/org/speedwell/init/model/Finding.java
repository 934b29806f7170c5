package org.speedwell.init.model;

/**
 * An observation about a schema, a model or a server, for the user.
 *
 * @param subject the object that it concerns, such as {@code orders.placed}
 * @param what the observation in a few words
 * @param meaning the consequence or the remedy
 */
public record Finding(Severity severity, String subject, String what, String meaning) {
    /** The severities, from harmless to an error that stops the application. */
    public enum Severity {
        OK,
        NOTE,
        WARNING,
        ERROR
    }

    /** Returns the same finding for another subject. */
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
