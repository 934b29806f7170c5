/**
 * The collectors that columns can compute, and their translation into aggregates. Internal.
 *
 * <ul>
 * <li>A {@link org.speedwell.accelerator.collect.CollectorShape} describes the computation of a collector. The
 * collectors of the public API contain one.
 * <li>{@link org.speedwell.accelerator.collect.CollectorReader} reads the shape of a JDK collector from the bytecode
 * that creates it.
 * <li>A collector that columns cannot compute runs over the elements. {@code explain} reports the reason.
 * <li>{@link org.speedwell.accelerator.collect.PartialCollection} computes a shape in parts, for several machines.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.accelerator.collect.CollectorShape}, then read
 * {@link org.speedwell.accelerator.collect.CollectorPlan}.
 */
@NullMarked
package org.speedwell.accelerator.collect;

import org.jspecify.annotations.NullMarked;
