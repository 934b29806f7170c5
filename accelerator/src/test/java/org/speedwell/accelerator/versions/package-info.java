/** Tests of versions in memory and in files: who keeps them, and what damaged files cause. */
@NullMarked
package org.speedwell.accelerator.versions;

import org.jspecify.annotations.NullMarked;
