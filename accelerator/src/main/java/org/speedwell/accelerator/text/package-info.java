/** Texts as bytes, patterns of texts, and texts of messages. Internal. */
@NullMarked
package org.speedwell.accelerator.text;

import org.jspecify.annotations.NullMarked;
