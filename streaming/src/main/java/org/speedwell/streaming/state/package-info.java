/** The table of keys, and the operators that keep something for each. Internal. */
@NullMarked
package org.speedwell.streaming.state;

import org.jspecify.annotations.NullMarked;
