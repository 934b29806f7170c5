package org.speedwell.accelerator.maintain;

import java.util.Optional;
import java.util.concurrent.Flow;

/**
 * The result of a stream pipeline, which stays current. {@link org.speedwell.accelerator.DataStoreComponent#maintain}
 * creates it.
 *
 * {@snippet :
 * MaintainedQuery<Long> longFilms = store.maintain(films, s -> s.filter(Film.LENGTH.greaterThan(60)).count());
 * long now = longFilms.get();
 * }
 *
 * <p>The result always belongs to the version that new streams see. The store publishes both in one volatile write, so
 * that {@code get()} and a stream that starts at the same moment agree. After
 * {@link org.speedwell.accelerator.DataStoreComponent#await} the result contains the awaited transactions.
 *
 * <p>The store updates the result of an incremental query before it publishes a version, in time proportional to the
 * change. It computes the result of any other query from scratch, once for each version that a caller reads.
 * {@link #describe} says which way it uses, and why.
 *
 * <p>This object is a handle. Handles of equal queries share one state. Each handle has its own subscriptions. The store
 * releases the state when every handle is closed, or referenced by neither the application nor a subscription.
 * Thread-safe.
 *
 * @param <R> the type of the result
 */
public interface MaintainedQuery<R> extends Flow.Publisher<ResultChange<R>>, AutoCloseable {
    /**
     * Returns the result for the version that new streams see. The caller must not modify it, because all callers share
     * it.
     *
     * @throws IllegalStateException if the query is closed
     * @throws org.speedwell.accelerator.DataStoreNotLoadedException if no version is in memory
     * @throws RuntimeException the exception that the pipeline throws over the rows of this version
     */
    R get();

    /**
     * Returns whether the store updates the result from the changes, without running the pipeline over all rows.
     *
     * @throws IllegalStateException if the query is closed
     */
    boolean isIncremental();

    /**
     * Describes how the store maintains the result, and the reason if it computes it from scratch.
     *
     * @throws IllegalStateException if the query is closed
     */
    String describe();

    /**
     * Returns why the result may be older than the database: replication of a table that the query reads has stopped.
     * Empty if there is no such table.
     *
     * @throws IllegalStateException if the query is closed
     */
    Optional<String> staleness();

    /**
     * Adds a subscriber. Its first change contains the current result, and each later one a result that differs from
     * the one before. The store calls a subscriber on a thread of its own, so that a slow one delays neither
     * replication nor other subscribers. It keeps up to {@value #MAX_WAITING_CHANGES} changes for a subscriber, and
     * merges further ones into the last of them.
     *
     * <p>The subscription ends with {@code onComplete} when the query is closed. It ends with {@code onError} when the
     * pipeline throws an exception, or the subscriber itself does.
     */
    @Override
    void subscribe(Flow.Subscriber<? super ResultChange<R>> subscriber);

    /** The number of changes that wait for a subscriber before the store merges them. */
    int MAX_WAITING_CHANGES = 256;

    /**
     * Closes this handle, and completes its subscriptions. The last handle of a query stops the maintenance and releases
     * its memory.
     */
    @Override
    void close();
}
