package org.speedwell.accelerator.monitor;

import org.speedwell.accelerator.StoreConfiguration;

/**
 * What came of asking the database, too, as {@link StoreConfiguration#shadow()} says.
 *
 * @param equal queries to which the database gave the same answer
 * @param different queries to which it gave another one
 * @param notComparable queries that could not be asked again, or have no answer that is certain to be the same
 * @param dropped queries that were not asked, as too many were waiting
 * @param failed queries that the database, or the way to one position, failed
 */
public record ShadowStatistics(long equal, long different, long notComparable, long dropped, long failed) {}
