/** What is computed of the events of a window. */
@NullMarked
package org.speedwell.streaming.aggregate;

import org.jspecify.annotations.NullMarked;
