/** Codecs, which translate values into keys with the order of the values, and dictionaries. Internal. */
@NullMarked
package org.speedwell.accelerator.codec;

import org.jspecify.annotations.NullMarked;
