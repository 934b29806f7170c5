/** The report of a run: one page and one table, made of the files that the benchmarks left. */
@NullMarked
package org.speedwell.bench.report;

import org.jspecify.annotations.NullMarked;
