package org.speedwell.accelerator;

import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.runtime.core.manager.Manager;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The tables in memory: an immutable snapshot of the database, replaced as a whole. Thread-safe; a stream keeps the
 * snapshot on which it was made, whatever happens to the store meanwhile.
 */
@InjectKey(DataStoreComponent.class)
public interface DataStoreComponent {

    /**
     * Loads all tables at one moment of the database and publishes them. Blocks until they are loaded; streams go on with
     * the former snapshot, if there is one.
     *
     * @throws DataStoreException if a table cannot be loaded, the schema differs from the model, or another load is under
     *     way; the former snapshot stays
     */
    default void load() {
        load(LoadProgress.NONE);
    }

    /** As {@link #load()}, telling how far it is. */
    void load(LoadProgress progress);

    /** Loads all tables anew, as {@link #load()} does; streams go on with the former snapshot meanwhile. */
    default void reload() {
        load(LoadProgress.NONE);
    }

    /**
     * Runs a pipeline over a table and tells what ran on columns, with how many rows at each step, and why the rest did
     * not:
     *
     * <pre>{@code
     * store.explain(films, stream -> stream.filter(Film.RATING.equal(Rating.PG13)).count())
     * }</pre>
     *
     * It is slower than the pipeline itself: rows are counted at each step.
     *
     * @param pipeline makes a pipeline of the stream and ends it with a terminal operation; an exception of it passes
     * @throws DataStoreNotLoadedException if no snapshot is loaded, or the table is not in it, as a view is not
     * @throws IllegalArgumentException if the pipeline has no terminal operation
     */
    <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline);

    /**
     * Drops the snapshot. Its memory is returned when the last stream on it is done. Streams made afterwards throw
     * {@link DataStoreNotLoadedException} until the next load.
     */
    void clear();

    /** 1 for the first snapshot, one more for each that follows; 0 while there is none. */
    long version();

    /** Native bytes of the snapshot's columns and indexes; 0 while there is none. */
    long bytes();

    /** Rows of all tables of the snapshot; 0 while there is none. */
    long rows();
}
