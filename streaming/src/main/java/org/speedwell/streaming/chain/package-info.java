/**
 * Chains of stages that process an event on one thread, up to the stage that sends it. Internal.
 *
 * <ul>
 * <li>A stage reports exceptions of a user's function to {@code Failures}, which decides whether the job skips the
 * event or stops.
 * <li>Each operation and edge has stages of a class of its own, a hidden copy. So the compiler can inline the functions
 * of each job.
 * <li>A stage is not thread-safe. Each tasklet has its own stages.
 * </ul>
 *
 * <p>Start at {@link Step} for operations and {@link Sending} for the end of a chain.
 */
@NullMarked
package org.speedwell.streaming.chain;

import org.jspecify.annotations.NullMarked;
