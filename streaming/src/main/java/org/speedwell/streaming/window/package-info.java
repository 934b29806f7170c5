/**
 * Windows and their results.
 *
 * <ul>
 * <li>Windows divide event time, in milliseconds. The clock does not matter.
 * <li>A window starts at its first millisecond. Its end is the first millisecond after it.
 * <li>A window of a key has a result only if it contains events of that key.
 * <li>A result is an event again. Its time is the last millisecond of the window.
 * <li>All types are immutable.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.window.Window}, then read
 * {@link org.speedwell.streaming.window.WindowResult}.
 */
@NullMarked
package org.speedwell.streaming.window;

import org.jspecify.annotations.NullMarked;
