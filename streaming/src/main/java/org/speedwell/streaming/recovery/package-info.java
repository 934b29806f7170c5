/** Who takes part in checkpoints, and their files. Internal. */
@NullMarked
package org.speedwell.streaming.recovery;

import org.jspecify.annotations.NullMarked;
