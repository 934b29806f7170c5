/**
 * The cooperative streaming layer: jobs over events, from sources through windows to sinks and views. Start at
 * {@link Engine} and {@link Events}.
 *
 * <p>Unless a type or a method says otherwise:
 * <ul>
 * <li><b>Nulls</b>: no method returns null or accepts it, and functions of the user must not return it. A value that
 * may be null is {@code @Nullable}.
 * <li><b>Threads</b>: definitions and options are immutable. Any number of threads may use an engine or a job. Several
 * threads may call a function of the user at once. Only one thread at a time calls a source or a sink. Functions,
 * sources and sinks must not block.
 * <li><b>Errors</b> are unchecked. {@link Engine#start} throws an {@link IllegalArgumentException} or
 * {@link IllegalStateException} for errors that are visible before a job runs. A later error fails only its job, and
 * {@link Job#await} throws it as the cause of a {@link JobException}.
 * </ul>
 */
@NullMarked
package org.speedwell.streaming;

import org.jspecify.annotations.NullMarked;
