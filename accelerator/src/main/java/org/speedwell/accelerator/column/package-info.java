/** Columns: one value a row, stored as small as it goes. Internal. */
@NullMarked
package org.speedwell.accelerator.column;

import org.jspecify.annotations.NullMarked;
