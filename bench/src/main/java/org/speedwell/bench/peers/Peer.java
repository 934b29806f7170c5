package org.speedwell.bench.peers;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine with the rows that runs the queries. For one thread. The engine, or the run, decides whether a query uses
 * several threads.
 */
interface Peer extends AutoCloseable {

    /**
     * Prepares a query that the caller runs many times. {@link Query} states the type of the result.
     *
     * @return null if this peer does not support the query
     */
    @Nullable
    Supplier<Object> prepare(Query query);

    @Override
    void close();
}
