/** The components by which an application of Speedment's has its tables in memory. Internal. */
@NullMarked
package org.speedwell.accelerator.speedment;

import org.jspecify.annotations.NullMarked;
