/**
 * The native memory of tables: regions, their owners and their budget. Internal.
 *
 * <ul>
 * <li>Only {@link org.speedwell.accelerator.memory.NativeMemory} accesses bytes by address.
 * <li>A region is written by one thread and published safely. Reads need no synchronisation.
 * <li>A reachable region keeps its memory. Loops over raw memory must keep it reachable until their end.
 * <li>Offsets are in bytes and mostly unchecked.
 * <li>A {@link org.speedwell.accelerator.memory.MemoryBudget} limits the memory of each application.
 * </ul>
 * <p> Start reading with {@link org.speedwell.accelerator.memory.Region} (a run of bytes), {@link
 * org.speedwell.accelerator.memory.Lease} (its owner), {@link org.speedwell.accelerator.memory.MemoryBudget} (the
 * limit), {@link org.speedwell.accelerator.memory.PagedBytes} (bytes that versions share) and {@link
 * org.speedwell.accelerator.memory.CopyOnWritePieces} (the shared pieces).
 */
@NullMarked
package org.speedwell.accelerator.memory;

import org.jspecify.annotations.NullMarked;
