/** Sorted indexes over columns. Internal. */
@NullMarked
package org.speedwell.accelerator.index;

import org.jspecify.annotations.NullMarked;
