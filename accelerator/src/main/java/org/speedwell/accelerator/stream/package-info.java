/** The streams that users hold. Internal. */
@NullMarked
package org.speedwell.accelerator.stream;

import org.jspecify.annotations.NullMarked;
