package org.speedwell.accelerator.monitor;

import java.util.Optional;
import org.speedwell.accelerator.follow.RowChange;

/**
 * In what one row differs between two versions of a table, by its primary key. The entities are new ones and belong to whom
 * they are given.
 *
 * @param before the row in the former version; empty if it was not there
 * @param after the row in the latter version; empty if it is no longer there
 */
public record RowDifference<E>(Optional<E> before, Optional<E> after) {

    /** @throws IllegalArgumentException if there is a row in neither */
    public RowDifference {
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException("A difference has a row before it, after it, or both.");
        }
    }

    /** What has become of the row, whatever happened to it between the two. */
    public RowChange.Kind kind() {
        return before.isEmpty()
                ? RowChange.Kind.INSERT
                : after.isEmpty() ? RowChange.Kind.DELETE : RowChange.Kind.UPDATE;
    }
}
