/**
 * A page and endpoints that show the jobs of an engine and control them.
 *
 * <p>Start at {@link org.speedwell.streaming.console.JobConsole}.
 */
@NullMarked
package org.speedwell.streaming.console;

import org.jspecify.annotations.NullMarked;
