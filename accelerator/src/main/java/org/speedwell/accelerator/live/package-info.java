/** Tables in memory that follow the database, transaction by transaction. Internal. */
@NullMarked
package org.speedwell.accelerator.live;

import org.jspecify.annotations.NullMarked;
