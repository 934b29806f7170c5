/** What a server's binlog tells: whole transactions, in the order in which they were committed. Knows no columns. */
@NullMarked
package org.speedwell.accelerator.binlog;

import org.jspecify.annotations.NullMarked;
