/** What the codes of columns mean: order-preserving keys of values, and dictionaries. Internal. */
@NullMarked
package org.speedwell.accelerator.codec;

import org.jspecify.annotations.NullMarked;
