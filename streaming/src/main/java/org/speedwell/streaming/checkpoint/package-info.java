/** What there is to know of the checkpoints of jobs. */
@NullMarked
package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.NullMarked;
