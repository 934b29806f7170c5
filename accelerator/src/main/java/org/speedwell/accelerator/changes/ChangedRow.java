package org.speedwell.accelerator.changes;

import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.model.TableId;

/**
 * What has become of a row.
 *
 * @param before null if it was inserted
 * @param after null if it was deleted
 */
public record ChangedRow<E>(
        TableId<E> table, @Nullable E before, @Nullable E after) {}
