/** The binlog: what its events say of tables and rows. */
@NullMarked
package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.NullMarked;
