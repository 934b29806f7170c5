/**
 * Queries whose results follow the changes of their rows. Internal.
 *
 * <ul>
 * <li>A query is a function of a stream. It runs over the whole table once. After a change it runs over the changed
 * rows only: over their former state, and over their new state. If they are few, its recorded operations run over one
 * row at a time.
 * <li>A {@link org.speedwell.accelerator.incremental.Total} combines these partial results. Adding and subtracting a
 * partial result are exact inverses, so that the total always equals the result over the whole table.
 * <li>The function runs again with the new total in place of its terminal operation. It can therefore compute further
 * with the result.
 * <li>If a pipeline has no total, {@link org.speedwell.accelerator.incremental.FirstRows} keeps the rows on which its
 * result depends, if they are few. The function runs over them again when one of them changes.
 * <li>A query that has neither is not incremental, and the reason says why. Its owner computes it from scratch.
 * <li>No class here is safe for use by several threads at once. The owner holds a lock.
 * </ul>
 *
 * <p>Start reading at {@link org.speedwell.accelerator.incremental.IncrementalQuery}.
 */
@NullMarked
package org.speedwell.accelerator.incremental;

import org.jspecify.annotations.NullMarked;
