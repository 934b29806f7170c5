package org.speedwell.accelerator;

import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;

/**
 * A listener for the positions that a store reaches while it follows its database. The thread that applies changes
 * calls it, so it must be fast. Its exceptions are logged and do not affect replication.
 */
@FunctionalInterface
public interface FollowListener {
    /**
     * Reports that the store has applied everything before a position. At that position the database has exactly the
     * rows of the version, except in tables that no longer follow: see {@link FollowStatus#stopped}. The store reports
     * each version, and later positions of a version if transactions have changed no table in memory. It may report a
     * position several times.
     *
     * @param version the version that new streams see
     */
    void reached(SnapshotView version, Position position);
}
