/** From the database into columns. Internal. */
@NullMarked
package org.speedwell.accelerator.load;

import org.jspecify.annotations.NullMarked;
