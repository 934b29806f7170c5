/**
 * The streams of tables and joins that applications use. Internal.
 *
 * <ul>
 * <li>A stream collects operations into a logical query, which runs when the terminal operation starts.
 * <li>Operations that columns cannot evaluate run row by row, and the stream reports the fallback.
 * <li>Elements have the order that a JDK stream over a list of the entities gives them.
 * <li>All streams of one pipeline share one {@code StreamState}. A stream can be used once, by one thread.
 * <li>A running stream keeps the native memory of its table alive.
 * </ul>
 *
 * <p>Start at {@link EntityStream}, then read {@code TableStream}, {@code ElementStream} and {@code PlannedTerminals}.
 */
@NullMarked
package org.speedwell.accelerator.stream;

import org.jspecify.annotations.NullMarked;
