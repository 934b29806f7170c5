/**
 * State by key, as a job declares it.
 *
 * <ul>
 * <li>A definition is immutable. One definition may serve several jobs.
 * <li>Each key has a state of its own. The first event of the key creates it.
 * <li>Only one thread at a time uses a state, so that user functions need no lock.
 * <li>Event time ends a state, not the clock. By default a state never ends.
 * <li>In a job with checkpoints, keys and states must be {@link java.io.Serializable}.
 * </ul>
 *
 * <p>Start at {@link org.speedwell.streaming.keyed.StatefulMap}.
 */
@NullMarked
package org.speedwell.streaming.keyed;

import org.jspecify.annotations.NullMarked;
