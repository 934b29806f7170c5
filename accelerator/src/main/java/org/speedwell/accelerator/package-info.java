/**
 * Answers the streams of a Speedment application from memory. Start at {@link InMemoryBundle}. Of the packages below
 * this one, {@code table} and {@code micrometer} are public, all others internal.
 */
@NullMarked
package org.speedwell.accelerator;

import org.jspecify.annotations.NullMarked;
