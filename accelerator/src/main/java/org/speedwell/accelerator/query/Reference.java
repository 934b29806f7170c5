package org.speedwell.accelerator.query;

import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasFinder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;

/**
 * A foreign key, or a chain of them, that leads from the rows of one table to the rows of another:
 *
 * {@snippet :
 * Reference<Rental, Film> film = store.reference(Rental.INVENTORY_ID).then(Inventory.FILM_ID);
 *
 * rentals.stream().filter(film.where(Film.RATING.equal(Rating.PG13))).count();
 * rentals.stream().map(Film.TITLE.asString().compose(film)).distinct().toList();
 * rentals.stream().map(film.get(Film.LAST_UPDATE)).max(naturalOrder());
 * rentals.stream().sorted(Film.LENGTH.asInt().compose(film)).limit(5).toList();
 * rentals.stream().filter(film.among(films.stream().sorted(Film.LENGTH).limit(3))).count();
 * }
 *
 * With rows of your own classes, {@link MemoryStore#reference(Function, Function)} creates it from getters. Once
 * declared, a reference makes the fields of the other table available as columns of the first. An in-memory stream
 * follows it by row ids, all in the version of the stream, and makes no entity. Immutable and thread-safe.
 *
 * @param <E> the entity that refers
 * @param <R> the entity that is referred to
 */
public interface Reference<E, R> extends Function<E, @Nullable R> {

    /** Returns a reference that follows another foreign key from there. */
    <S> Reference<E, S> then(HasFinder<R, S> foreignKey);

    /**
     * Returns a reference that follows a foreign key of one or several columns from there: see {@link
     * DataStoreComponent#reference(ReferenceKey, ReferenceKey[])} and {@link MemoryStore#key}.
     */
    @SuppressWarnings("unchecked")
    <S> Reference<E, S> then(ReferenceKey<R, S> key, ReferenceKey<R, S>... further);

    /**
     * Returns a predicate that holds if a referenced row exists and matches: a semi-join. Its negation also holds if
     * there is no row. A pipeline finds the matching rows once, by the indexes of their own table.
     */
    SpeedmentPredicate<E> where(Predicate<? super R> predicate);

    /**
     * Returns a predicate that holds if the referenced row is in a stream. The stream may be any pipeline that gives
     * entities. It runs once, at the first test of the predicate.
     */
    SpeedmentPredicate<E> among(Stream<? extends R> rows);

    /**
     * Returns a field of the referenced row, for {@link Aggregation#by(ReferencedField) groups} and as a function for
     * {@code map}. Fields of texts, numbers and enums can also be composed with the reference itself, and then sorted
     * by.
     */
    <V> ReferencedField<E, V> get(ReferenceField<R, ?, V> field);

    /**
     * Returns a function that applies another function to the referenced row, or gives null if there is no row. A
     * lambda or method reference that only computes, and cannot throw, runs on columns: {@code film.map(of ->
     * of.getFilmId() / 100)}. Any other function receives the entity.
     */
    <V> ReferencedField<E, V> map(Function<? super R, ? extends @Nullable V> function);

    /** Returns the referenced entity; null if the foreign key is null, or refers to a row that does not exist. */
    @Override
    @Nullable
    R apply(E entity);
}
