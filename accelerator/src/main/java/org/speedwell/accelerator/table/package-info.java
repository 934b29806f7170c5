/** Rows of one's own as tables in memory, with no database. Public. */
@NullMarked
package org.speedwell.accelerator.table;

import org.jspecify.annotations.NullMarked;
