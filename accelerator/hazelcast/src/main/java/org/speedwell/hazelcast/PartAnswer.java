package org.speedwell.hazelcast;

import java.io.Serializable;
import java.time.Instant;

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
}
