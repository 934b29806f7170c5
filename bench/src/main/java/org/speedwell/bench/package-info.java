/**
 * Benchmarks of the same pipelines over SQL and from memory, run by JMH and by programs of our own.
 *
 * <ul>
 * <li>A benchmark of several contenders compares their results before it times anything.
 * <li>Each step of a preset runs in a separate JVM. A failed step does not stop the run.
 * <li>Each run has a folder of results. The report reads only that folder.
 * </ul>
 *
 * <p>Start at {@link Main}, then read {@code Preset}, which lists the steps, and {@code Program}, which runs them.
 */
@NullMarked
package org.speedwell.bench;

import org.jspecify.annotations.NullMarked;
