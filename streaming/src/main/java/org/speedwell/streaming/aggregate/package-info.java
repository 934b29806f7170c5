/**
 * Aggregates: computations on the events of a window.
 *
 * <ul>
 * <li>An {@link Aggregate} is a set of stateless functions on mutable accumulators. Several threads may use it at once,
 * on different accumulators.
 * <li>If an aggregate can retract, a sliding window costs two steps per slide, for any number of panes.
 * <li>A {@link NumberAggregate} needs only one number of each event. Its panes store primitives.
 * <li>Accumulators are part of checkpoints.
 * </ul>
 *
 * <p>Start at {@link Aggregates} for the existing aggregates, then read {@link Aggregate} to write a new one.
 */
@NullMarked
package org.speedwell.streaming.aggregate;

import org.jspecify.annotations.NullMarked;
