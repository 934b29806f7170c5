/** Tables and snapshots. Internal. */
@NullMarked
package org.speedwell.accelerator.store;

import org.jspecify.annotations.NullMarked;
