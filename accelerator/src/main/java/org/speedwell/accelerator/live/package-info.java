/** Follows the binlog: rows of it become values of columns. */
@NullMarked
package org.speedwell.accelerator.live;

import org.jspecify.annotations.NullMarked;
