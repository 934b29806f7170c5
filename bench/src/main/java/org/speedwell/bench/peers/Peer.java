package org.speedwell.bench.peers;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that holds the rows and answers the queries. For one thread; whether it uses several inside is its maker's
 * choice or the run's.
 */
interface Peer extends AutoCloseable {

    /**
     * The query made ready to be run any number of times, as a program would that asks it often. The answer is of the
     * type that {@link Query} tells.
     *
     * @return null if this peer has no such query
     */
    @Nullable
    Supplier<Object> prepare(Query query);

    @Override
    void close();
}
