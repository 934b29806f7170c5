package org.speedwell.streaming.binlog;

import java.io.Serializable;
import java.time.Instant;
import org.speedwell.accelerator.model.Position;

/**
 * A place among the changes that a binlog has of some tables.
 *
 * @param given how many changes behind the position come before it
 * @param latest commit of all before it
 */
record Place(String file, long offset, String gtids, long given, Instant latest) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where a source begins of which nothing was read yet. */
    static final Place START = new Place("", 0, "", 0, Instant.MIN);

    static Place at(Position position, long given, Instant latest) {
        return new Place(position.file(), position.offset(), position.gtids(), given, latest);
    }

    Position position() {
        return new Position(file, offset, gtids);
    }
}
