/**
 * Measures the cost of an event in a cluster of one or several members: processor time, and bytes on the wire.
 *
 * <ul>
 * <li>All members run on one machine, each in its own JVM and network namespace.
 * <li>The members share the cores of the machine, so the comparison does not measure speed-up. Processor time and bytes
 * are those of each member alone.
 * <li>The network namespaces need Linux, root and iproute2.
 * </ul>
 *
 * <p>Start at {@link ScaleComparison}, then {@link CountByKey} (the job), {@code ScaleMember} (the JVM of a member) and
 * {@code Namespaces}.
 */
@NullMarked
package org.speedwell.bench.scale;

import org.jspecify.annotations.NullMarked;
