package org.speedwell.streaming.binlog;

import java.io.Serializable;
import java.time.Instant;
import org.speedwell.accelerator.model.Position;

/**
 * A position between the changes of some tables in a binlog.
 *
 * @param given the number of changes after the binlog position that were delivered
 * @param latest the latest commit time of all delivered changes
 */
record Place(String file, long offset, String gtids, long given, Instant latest) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The place of a source that has not been read yet. */
    static final Place START = new Place("", 0, "", 0, Instant.MIN);

    static Place at(Position position, long given, Instant latest) {
        return new Place(position.file(), position.offset(), position.gtids(), given, latest);
    }

    Position position() {
        return new Position(file, offset, gtids);
    }
}
