/**
 * The loops that scan columns and indexes: filters, row lists and aggregates. Internal.
 *
 * <ul>
 * <li>A filter runs on blocks of 4,096 rows and clears bits of a {@code Selection}.
 * <li>A parallel run hands out morsels of 16 blocks to the threads of the common pool. Interrupting the calling thread
 * cancels it.
 * <li>Workers, selections and row blocks belong to one thread. Selectors, row lists and range scans are immutable.
 * <li>Hot loops are called through {@code NonInlinedLoops}, so that C2 compiles each of them once.
 * <li>A caller keeps its table store alive until the last read of native memory.
 * </ul>
 * <p> Start reading with {@link org.speedwell.accelerator.kernel.Scan} (runs a filter over a table), {@link
 * org.speedwell.accelerator.kernel.Selector} (the filters), {@link org.speedwell.accelerator.kernel.SelectorBuilder}
 * (chooses and orders them), {@link org.speedwell.accelerator.kernel.RowWorker} (aggregates rows block by block) and
 * {@link org.speedwell.accelerator.kernel.GroupTotals} (grouping in arrays).
 */
@NullMarked
package org.speedwell.accelerator.kernel;

import org.jspecify.annotations.NullMarked;
