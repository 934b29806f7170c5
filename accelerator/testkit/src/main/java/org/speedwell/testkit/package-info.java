/**
 * The test kit for applications that use the accelerator.
 *
 * <p>A {@link org.speedwell.testkit.BinlogContainer} is a database server that a store can follow. A
 * {@link org.speedwell.testkit.FollowingStore} starts an application in memory on that server, or on any other, and
 * waits until memory shows a change.
 *
 * <p>No method accepts or returns null. A {@code FollowingStore} is thread-safe. If the database fails, methods throw
 * {@link java.sql.SQLException} or {@link org.speedwell.accelerator.DataStoreException}.
 */
@NullMarked
package org.speedwell.testkit;

import org.jspecify.annotations.NullMarked;
