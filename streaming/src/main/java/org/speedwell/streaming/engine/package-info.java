/** Tasklets, the threads that run them, and the conveyors between them. Internal. */
@NullMarked
package org.speedwell.streaming.engine;

import org.jspecify.annotations.NullMarked;
