package org.speedwell.accelerator.monitor;

import java.time.Duration;

/**
 * Told of each query that streams of the store have answered. Called by the thread of the query: it has to be quick. An
 * exception of it is logged, and the query answered all the same.
 *
 * {@snippet :
 * store.addQueryListener((table, operations, took) -> System.out.println(table + " " + operations + " " + took));
 * }
 */
@FunctionalInterface
public interface QueryListener {
    /**
     * A terminal operation ended, well or by an exception. Those that only hand out an iterator or spliterator are left
     * out: when the caller has read it, nobody tells.
     *
     * @param table its name in the database
     * @param operations what was called on the stream, as {@code filter.sorted.limit.toList}
     * @param took the time of the terminal operation, users' functions included
     */
    void answered(String table, String operations, Duration took);
}
