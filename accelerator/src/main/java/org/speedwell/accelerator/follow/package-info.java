/**
 * The public API for following a database: settings, status, and streams of committed changes.
 *
 * <ul>
 * <li>A {@link FollowConfiguration} sets how a store replicates from the binlog. A {@link FollowStatus} reports its
 * progress.
 * <li>A {@link ChangeStream} delivers whole transactions in binlog order. It ends with an error rather than skip a
 * change.
 * <li>A {@code Position} tells where a stream can continue in a later process.
 * </ul>
 *
 * <p>Start at {@link FollowConfiguration} to keep tables in memory current, or at {@link ChangeStream} to process
 * changes.
 */
@NullMarked
package org.speedwell.accelerator.follow;

import org.jspecify.annotations.NullMarked;
