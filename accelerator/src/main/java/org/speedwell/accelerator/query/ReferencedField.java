package org.speedwell.accelerator.query;

import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of the row that a foreign key refers to, as a function of the referring row, from {@link Reference#get} or
 * {@link Reference#map}. An in-memory stream reads it from columns. It is null if there is no such row. Immutable and
 * thread-safe.
 *
 * @param <E> the entity that refers
 * @param <V> the type of the value
 */
public interface ReferencedField<E, V> extends Function<E, @Nullable V> {
    /**
     * Returns the ascending order of the values, which must be {@link Comparable}. Rows without a value come last.
     *
     * {@snippet :
     * var title = store.reference(Rental.INVENTORY_ID).then(Inventory.FILM_ID).get(Film.TITLE);
     * List<Rental> first = rentals.stream().sorted(title.ascending()).limit(5).toList();
     * }
     */
    Comparator<E> ascending();

    /** Returns the descending order of the values: the reverse of {@link #ascending}. */
    Comparator<E> descending();
}
