package org.speedwell.accelerator.monitor;

import org.speedwell.accelerator.StoreConfiguration;

/**
 * The numbers of shadow queries by outcome. A shadow query also runs in the database:
 * {@link StoreConfiguration#shadow()}.
 *
 * @param equal queries to which the database gave the same answer
 * @param different queries to which the database gave another answer
 * @param notComparable queries that the store could not repeat, or whose answer may vary
 * @param dropped queries that the store did not repeat because the queue was full
 * @param failed queries that failed in the database, or for which both sides did not reach one position
 */
public record ShadowStatistics(long equal, long different, long notComparable, long dropped, long failed) {}
