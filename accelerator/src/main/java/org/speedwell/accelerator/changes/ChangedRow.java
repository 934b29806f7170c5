package org.speedwell.accelerator.changes;

import com.speedment.runtime.config.identifier.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a row.
 *
 * @param before null if it was inserted
 * @param after null if it was deleted
 */
public record ChangedRow<E>(
        TableIdentifier<E> table,
        @Nullable E before,
        @Nullable E after) {}
