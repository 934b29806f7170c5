package org.speedwell.hazelcast;

import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * The result of a maintained question over one part, at a position of the binlog.
 *
 * @param takenAt the moment of the database that the part shows
 * @param answer the result; null if it equals that of the member's result before this one
 */
record PartResult(
        PartNumber part,
        String file,
        long offset,
        String gtids,
        Instant takenAt,
        @Nullable PartAnswer answer) implements Serializable {

    PartResult(PartNumber part, Position at, Instant takenAt, PartAnswer answer) {
        this(part, at.file(), at.offset(), at.gtids(), takenAt, answer);
    }

    Position position() {
        return new Position(file, offset, gtids);
    }

    /** Returns the text that identifies the position on all members: the transactions, or the place in the binlog. */
    String key() {
        return gtids.isEmpty() ? file + ":" + offset : gtids;
    }

    PartResult with(@Nullable PartAnswer other) {
        return new PartResult(part, file, offset, gtids, takenAt, other);
    }
}
