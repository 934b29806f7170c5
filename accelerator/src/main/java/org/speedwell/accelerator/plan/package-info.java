/** From a recorded pipeline to the rows that it yields. Internal. */
@NullMarked
package org.speedwell.accelerator.plan;

import org.jspecify.annotations.NullMarked;
