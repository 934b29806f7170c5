package org.speedwell.accelerator.monitor;

import java.time.Duration;

/**
 * A listener for the queries that the store's streams have answered. The query's thread calls it, so it must be fast.
 * Its exceptions are logged and do not affect the query.
 *
 * {@snippet :
 * store.addQueryListener((table, operations, took) -> System.out.println(table + " " + operations + " " + took));
 * }
 */
@FunctionalInterface
public interface QueryListener {
    /**
     * Reports a terminal operation that ended normally or by an exception. Operations that return an iterator or
     * spliterator are not reported, because their end is unknown.
     *
     * @param table the name of the table in the database
     * @param operations the operations of the stream, such as {@code filter.sorted.limit.toList}
     * @param took the time of the terminal operation, including user functions
     */
    void answered(String table, String operations, Duration took);
}
