/**
 * The cooperative streaming layer: jobs over events, from sources through windows to sinks and views. Start at {@link Engine} and
 * {@link Events}.
 *
 * <p>Unless a type or a method says otherwise:
 * <ul>
 *   <li><b>Nulls</b>: nothing gives null, and nothing takes it; functions of the user must not return it. What may be null is
 *       {@code @Nullable}.
 *   <li><b>Threads</b>: definitions and options are immutable, engines and jobs are for any number of threads. Functions of the
 *       user are called by several threads at once, sources and sinks by one at a time; none of them may block.
 *   <li><b>Errors</b> are unchecked. What can be seen before a job runs is refused by {@link Engine#start}, as an
 *       {@link IllegalArgumentException} or {@link IllegalStateException}; what comes later fails that job alone, and
 *       {@link Job#await} throws it as the cause of a {@link JobException}.
 * </ul>
 */
@NullMarked
package org.speedwell.streaming;

import org.jspecify.annotations.NullMarked;
