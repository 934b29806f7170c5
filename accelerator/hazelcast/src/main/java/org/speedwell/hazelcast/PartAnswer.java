package org.speedwell.hazelcast;

import java.io.Serializable;
import java.time.Instant;

/** What a member says to a question. */
sealed interface PartAnswer extends Serializable {
    /**
     * The answer of its part.
     *
     * @param value as {@link Wire} writes it
     * @param takenAt of which moment it is
     */
    record Known(byte[] value, Instant takenAt) implements PartAnswer {}

    /** It holds another part by now. */
    record NotHeld() implements PartAnswer {}

    /** The question failed. */
    record Failed(String reason) implements PartAnswer {}
}
