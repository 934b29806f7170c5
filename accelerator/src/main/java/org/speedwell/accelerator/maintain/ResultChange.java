package org.speedwell.accelerator.maintain;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.Position;

/**
 * A change of a maintained result. The changes that one subscriber receives are ordered by version, and each begins
 * with the result with which the one before ended.
 *
 * @param version the number of the version that has the new result
 * @param position the binlog position of that version; empty if the database does not report it
 * @param takenAt the moment of the database that the version shows: the commit time of its last transaction, by the
 * server's clock, or the moment of a load
 * @param before the former result; null in the first change of a subscription
 * @param after the new result
 * @param merged the number of earlier changes that this one contains, because the subscriber was too slow to receive
 * them one by one; mostly 0
 */
public record ResultChange<R>(
        long version,
        Optional<Position> position,
        Instant takenAt,
        @Nullable R before,
        R after,
        long merged) {}
