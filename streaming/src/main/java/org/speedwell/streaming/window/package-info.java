/** Windows, and the operators that keep their panes and sessions. */
@NullMarked
package org.speedwell.streaming.window;

import org.jspecify.annotations.NullMarked;
