/**
 * The report of a run: an HTML page and a Markdown page.
 *
 * <ul>
 * <li>The report reads only the files that the benchmarks wrote to the folder of the run.
 * <li>Each section covers one kind of benchmark, and writes nothing if that kind did not run.
 * <li>Times are medians of the iterations.
 * </ul>
 *
 * <p>Start at {@link Report}, then read {@link Findings}, the content of a folder, and the classes named
 * {@code …Section}.
 */
@NullMarked
package org.speedwell.bench.report;

import org.jspecify.annotations.NullMarked;
