package org.speedwell.accelerator.query;

import java.util.Collection;
import java.util.Comparator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;

/**
 * An attribute of a class of rows whose values have an order. Its predicates and comparators run on columns, like
 * analysable lambdas, but need no analysis. Create it with {@link MemoryStore#field}. Immutable and thread-safe.
 *
 * {@snippet :
 * var id = memory.field(Film::getFilmId);
 * long count = memory.stream(Film.class).filter(id.between(10, 20)).count();
 * }
 *
 * <p>A null value is neither equal to, less than nor greater than any value.
 *
 * @param <E> the class of the rows
 * @param <V> the class of the values
 */
public interface Field<E, V extends Comparable<? super V>> {
    /** Returns the name of the column. */
    String column();

    /** Returns the value of an entity; null if the column is NULL. */
    @Nullable
    V get(E entity);

    /** Returns a predicate: the value equals another one. */
    Predicate<E> equal(V value);

    /** Returns a predicate: the value is not null, and does not equal another one. */
    Predicate<E> notEqual(V value);

    Predicate<E> lessThan(V value);

    Predicate<E> lessOrEqual(V value);

    Predicate<E> greaterThan(V value);

    Predicate<E> greaterOrEqual(V value);

    /** Returns a predicate: the value is between two values, or equals one of them. */
    Predicate<E> between(V least, V greatest);

    /** Returns a predicate: the value equals one of some values. The collection is copied. */
    Predicate<E> in(Collection<? extends V> values);

    /** Returns a predicate: the value is not null, and equals none of some values. The collection is copied. */
    Predicate<E> notIn(Collection<? extends V> values);

    Predicate<E> isNull();

    Predicate<E> isNotNull();

    /** Returns the ascending order of the values. Null values come last. */
    Comparator<E> ascending();

    /** Returns the descending order of the values. Null values come first, as in the reverse of {@link #ascending}. */
    Comparator<E> descending();

    /** Returns the ascending order of the values. Null values come first. */
    Comparator<E> nullsFirst();
}
