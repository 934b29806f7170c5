/**
 * Compares every table in memory with the database at one binlog position.
 *
 * <p>Start with {@link Verifier}, then {@link AlignedView} and {@link TableComparison}. Internal.
 */
@NullMarked
package org.speedwell.accelerator.verify;

import org.jspecify.annotations.NullMarked;
