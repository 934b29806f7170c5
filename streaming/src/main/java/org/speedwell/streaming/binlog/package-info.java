/** What is committed to a database, as events. */
@NullMarked
package org.speedwell.streaming.binlog;

import org.jspecify.annotations.NullMarked;
