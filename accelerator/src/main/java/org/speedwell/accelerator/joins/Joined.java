package org.speedwell.accelerator.joins;

import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;

/**
 * A join of tables in memory. Create it with {@link org.speedwell.accelerator.MemoryStore#from}.
 *
 * {@snippet :
 * long rentals = memory.from(Rental.class)
 *         .join(Inventory.class, (rental, copy) -> rental.getInventoryId() == copy.getInventoryId())
 *         .join(Film.class, (rental, copy, film) -> copy.getFilmId() == film.getFilmId())
 *         .stream()
 *         .filter(row -> row.third().getTitle().startsWith("A"))
 *         .count();
 * }
 *
 * <p>A condition compares columns of the tables, as its first comparison an equality of a column of the new table with
 * a column of an earlier one. As in SQL, NULL matches nothing. The condition of an outer join is one such equality. The
 * elements have the order of the tables' rows, by the first table first. Immutable and thread-safe.
 *
 * @param <T> the class of the elements
 */
public class Joined<T> {
    private final JoinSteps.Elements<T> elements;

    Joined(JoinSteps steps, Object form, Function<@Nullable Object[], T> maker) {
        this.elements = steps.as(form, maker);
    }

    /**
     * Returns a stream of the elements in the current version.
     *
     * @throws org.speedwell.accelerator.DataStoreNotLoadedException if no version is in memory
     * @throws org.speedwell.accelerator.DataStoreException if memory cannot run the join
     */
    public Stream<T> stream() {
        return elements.stream();
    }

    /** Runs a pipeline over the elements and returns a report: see {@code DataStore.explain}. */
    public Explanation explain(Function<? super Stream<T>, ?> pipeline) {
        return elements.explain(pipeline, true);
    }

    /** Plans a pipeline over the elements without running it: see {@code DataStore.plan}. */
    public Explanation plan(Function<? super Stream<T>, ?> pipeline) {
        return elements.explain(pipeline, false);
    }

    /** Maintains the result of a pipeline over the elements: see {@code DataStore.maintain}. */
    public <R> MaintainedQuery<R> maintain(Function<? super Stream<T>, ? extends R> query) {
        return elements.maintain(query);
    }
}
