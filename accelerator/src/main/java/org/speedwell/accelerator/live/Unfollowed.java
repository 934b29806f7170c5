package org.speedwell.accelerator.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.store.Snapshot;

/**
 * A version that is served but not followed, although the configuration asks for it. It keeps none of the version's
 * memory alive. Immutable.
 *
 * @param position the version's position, without a file if the version has none
 * @param takenAt the moment of the version
 * @param problem the reason why the version is not followed
 */
record Unfollowed(Position position, Instant takenAt, String problem) {
    private static final Position NO_POSITION = new Position("", 0, "");

    static Unfollowed of(Snapshot version, String problem) {
        return new Unfollowed(version.position().orElse(NO_POSITION), version.takenAt(), problem);
    }

    /** Returns the status of a follower that has read nothing yet. */
    FollowStatus status(FollowStatus.Phase phase) {
        return new FollowStatus(
                phase,
                position,
                takenAt,
                Duration.between(takenAt, Instant.now()),
                Optional.of(problem),
                0,
                0,
                0,
                0,
                0,
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty());
    }
}
