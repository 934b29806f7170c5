/** Checkpoints of jobs: who takes part, and the files. Internal but for its exception. */
@NullMarked
package org.speedwell.streaming.checkpoint;

import org.jspecify.annotations.NullMarked;
