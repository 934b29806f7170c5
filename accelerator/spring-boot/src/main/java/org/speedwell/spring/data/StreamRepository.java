package org.speedwell.spring.data;

import java.util.function.Function;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.StaleMemoryException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;

/**
 * The streams of one table in memory. A repository of Spring Data gets them by extending this interface:
 *
 * <pre>{@code
 * interface FilmRepository extends JpaRepository<Film, Integer>, StreamRepository<Film> {}
 *
 * long count = films.stream().filter(film -> film.getLength() > 60).count();
 * }</pre>
 *
 * Without Spring Data, any bean can inject a {@code StreamRepository<Film>}. Entities from memory are detached: a change
 * of one reaches neither memory nor the database. Thread-safe.
 *
 * <p>With {@code speedwell.read-your-writes=true}, a stream shows all earlier commits of its thread. In a web
 * request it shows all earlier commits of the request. Inside a transaction, memory does not show the changes of the
 * transaction itself, because the database has not committed them.
 *
 * <p>Spring Data wraps exceptions of a repository. For example, a {@link StaleMemoryException} becomes the cause of an
 * {@code InvalidDataAccessApiUsageException}.
 *
 * @param <T> the class of the rows
 */
public interface StreamRepository<T> {
    /**
     * Returns a stream of the table, as {@link DataStore#stream(Class)} does.
     *
     * @throws DataStoreNotLoadedException if no version is in memory
     * @throws StaleMemoryException if memory is too old, or does not show an earlier commit of the thread in time
     * @throws IllegalArgumentException if the table is not in memory
     * @throws IllegalStateException if {@code speedwell.in-transaction} is {@code fail}, and the thread is in a
     * transaction that is not read-only
     */
    Stream<T> stream();

    /**
     * Runs a pipeline over the table and returns a report, as {@link DataStore#explain(Class, Function)} does.
     *
     * @param pipeline a function that builds a pipeline on the stream and ends it with a terminal operation
     */
    Explanation explain(Function<? super Stream<T>, ?> pipeline);

    /**
     * Maintains the result of a pipeline over the table, as {@link DataStore#maintain(Class, Function)} does. The result
     * does not wait for commits of the calling thread.
     *
     * @param query a function that runs one terminal operation on its stream
     */
    <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query);
}
