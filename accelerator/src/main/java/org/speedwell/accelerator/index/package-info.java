/**
 * Sorted indexes over columns. Internal.
 *
 * <ul>
 * <li>An index is a list of row ids in key order. Rows with equal keys are in row order, and NULL rows come last.
 * <li>An index never changes. {@code edit} creates the index of the next version. Versions of a long list share all
 * unchanged chunks.
 * <li>Row ids are in native memory, in as few bytes as the table needs. A {@code Lease} owns a list in one piece, and
 * {@code CopyOnWritePieces} owns the changed chunks.
 * <li>An index needs no search if the range of its keys is small, or if its keys are consecutive.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.index.SortedIndex}, then read
 * {@link org.speedwell.accelerator.index.SortedIndexBuilder}. {@code RowNumbers} and {@code RowIdTree} store the order
 * of the rows. {@link org.speedwell.accelerator.index.PairIndex} is an index over two columns.
 */
@NullMarked
package org.speedwell.accelerator.index;

import org.jspecify.annotations.NullMarked;
