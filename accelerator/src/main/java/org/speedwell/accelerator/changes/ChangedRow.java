package org.speedwell.accelerator.changes;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/**
 * The change of one row.
 *
 * @param before the row before the change; null after an insert
 * @param after the row after the change; null after a delete
 */
public record ChangedRow<E>(
        TableId<E> table, @Nullable E before, @Nullable E after) {}
