/** Joins of tables: which rows stand beside which, found by the keys of columns, with no entity made. */
@NullMarked
package org.speedwell.accelerator.join;

import org.jspecify.annotations.NullMarked;
