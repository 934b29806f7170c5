package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import java.io.NotSerializableException;
import java.io.Serializable;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The answer of a member to a question about its part. */
sealed interface PartAnswer extends Serializable {
    /**
     * The answer of the part.
     *
     * @param value the answer as {@link Wire} encodes it
     * @param takenAt the moment of the database that the part contains
     */
    record Known(byte[] value, Instant takenAt) implements PartAnswer {}

    /** An answer for a part that the member no longer holds. */
    record NotHeld() implements PartAnswer {}

    /** An answer for a question that failed. */
    record Failed(String reason) implements PartAnswer {}

    /**
     * Runs a question about a part.
     *
     * @param what the part, for the log
     */
    static PartAnswer of(Wire wire, String what, Instant takenAt, Callable<@Nullable Object> question) {
        try {
            Object value = requireNonNull(question.call(), "the part method of the question returned null");
            return new Known(wire.write(value), takenAt);
        } catch (Throwable e) { // includes Errors: otherwise the caller takes the member for lost
            return failed(what, e);
        }
    }

    /**
     * Describes a failure.
     *
     * @param what the part, for the log
     */
    static PartAnswer failed(String what, Throwable reason) {
        return switch (reason) {
            case ClassNotFoundException e ->
                new Failed("it has no class " + e.getMessage()
                        + ": put the question, and the classes that it uses, on the class path of all members");
            case NotSerializableException e ->
                new Failed("the answer of a part must be serializable, but contains " + e.getMessage());
            default -> {
                System.getLogger(PartAnswer.class.getName())
                        .log(System.Logger.Level.WARNING, "A question to " + what + " failed", reason);
                yield new Failed(reason.toString());
            }
        };
    }
}
