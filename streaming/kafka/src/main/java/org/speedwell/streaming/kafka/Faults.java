package org.speedwell.streaming.kafka;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.speedwell.streaming.engine.Failures;

/** The exceptions of Kafka's clients: those that pass, and the remedies of the others. */
final class Faults {
    private Faults() {}

    /** Returns the cause of an exception of a future. */
    static Throwable cause(Throwable thrown) {
        return thrown instanceof ExecutionException && thrown.getCause() != null ? thrown.getCause() : thrown;
    }

    /** Returns whether the same call may succeed later, for example after the restart of a broker. */
    static boolean passes(Throwable thrown) {
        Throwable cause = cause(thrown);
        return cause instanceof RetriableException || cause instanceof TimeoutException;
    }

    /**
     * Returns the exception that fails the job.
     *
     * @param what the action that failed, as the subject of a sentence
     */
    static IllegalStateException fatal(String what, Throwable thrown) {
        Throwable cause = cause(thrown);
        return new IllegalStateException(what + " failed: " + Failures.describe(cause) + remedy(cause), cause);
    }

    private static String remedy(Throwable cause) {
        return switch (cause) {
            case AuthorizationException e ->
                ". Grant the user READ and DESCRIBE on the topics it reads, WRITE and DESCRIBE on those it writes, READ"
                        + " on the group, and WRITE on the transactional id.";
            case AuthenticationException e ->
                ". Check security.protocol, sasl.mechanism and sasl.jaas.config, or the ssl settings.";
            case UnsupportedVersionException e -> ". The brokers are too old for this client.";
            default -> "";
        };
    }
}
