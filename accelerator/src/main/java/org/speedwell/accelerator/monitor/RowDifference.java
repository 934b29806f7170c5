package org.speedwell.accelerator.monitor;

import java.util.Optional;
import org.speedwell.accelerator.follow.RowChange;

/**
 * A difference of one row between two versions of a table. The primary key identifies the row. The entities are new
 * objects, and the receiver may keep and change them.
 *
 * @param before the row in the former version; empty if that version does not have it
 * @param after the row in the later version; empty if that version does not have it
 */
public record RowDifference<E>(Optional<E> before, Optional<E> after) {

    /**
     * Creates a difference.
     *
     * @throws IllegalArgumentException if both are empty
     */
    public RowDifference {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("A difference needs the row before it, the row after it, or both.");
        }
    }

    /** Returns the net change from the former to the later version, whatever happened in between. */
    public RowChange.Kind kind() {
        return before.isEmpty()
                ? RowChange.Kind.INSERT
                : after.isEmpty() ? RowChange.Kind.DELETE : RowChange.Kind.UPDATE;
    }
}
