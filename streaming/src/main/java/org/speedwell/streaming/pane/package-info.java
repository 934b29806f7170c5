/** The operators that keep the panes and sessions of windows. Internal. */
@NullMarked
package org.speedwell.streaming.pane;

import org.jspecify.annotations.NullMarked;
