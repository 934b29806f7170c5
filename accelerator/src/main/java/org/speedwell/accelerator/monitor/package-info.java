/** Plans of queries, statistics, slow queries, and comparisons with the database. */
@NullMarked
package org.speedwell.accelerator.monitor;

import org.jspecify.annotations.NullMarked;
