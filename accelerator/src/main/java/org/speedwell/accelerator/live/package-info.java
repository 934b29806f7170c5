/**
 * The tables in memory of an application, in any form of its API. Internal.
 *
 * <ul>
 * <li>A stream reads one version only, even if the follower publishes others meanwhile.
 * <li>A fallback is a pipeline that leaves columns for entities, or a join that the database runs although some of its
 * tables are in memory. Fallbacks are counted, and logged or refused as configured.
 * <li>At most one load, or opening of a file, runs at a time.
 * </ul>
 *
 * <p>Start reading at one of these:
 *
 * <ul>
 * <li>{@link LiveStore}: the store, which connects all parts
 * <li>{@link Loads}: loads and opened files
 * <li>{@link Follows}: the state of replication
 * <li>{@link MaintainedQueries}: results that the store keeps up to date
 * <li>{@link LiveJoin}: a join, which each API makes in its own way
 * </ul>
 */
@NullMarked
package org.speedwell.accelerator.live;

import org.jspecify.annotations.NullMarked;
