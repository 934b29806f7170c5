/**
 * Answers the streams of a Speedment application from memory. Start at {@link InMemoryBundle}; all packages below this
 * one are internal.
 */
@NullMarked
package org.speedwell.accelerator;

import org.jspecify.annotations.NullMarked;
