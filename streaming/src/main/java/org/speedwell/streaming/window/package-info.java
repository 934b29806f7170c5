/** Windows and their results. */
@NullMarked
package org.speedwell.streaming.window;

import org.jspecify.annotations.NullMarked;
