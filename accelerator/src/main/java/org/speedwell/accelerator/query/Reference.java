package org.speedwell.accelerator.query;

import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.field.trait.HasFinder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;

/**
 * A foreign key, or several one behind the other, followed from the rows of one table to those of another:
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
 * Declared once, it makes columns of the one table what are fields of the other. In streams of an application's memory
 * nothing is looked up but rows, all of the version that the stream is of, and no entity is made. Immutable and thread-safe.
 *
 * @param <E> the entity that refers
 * @param <R> the entity that is referred to
 */
public interface Reference<E, R> extends Function<E, @Nullable R> {

    /** Goes on from there by another foreign key. */
    <S> Reference<E, S> then(HasFinder<R, S> foreignKey);

    /** Goes on from there by a foreign key of several columns: see {@link DataStoreComponent#reference(ReferenceKey, ReferenceKey[])}. */
    @SuppressWarnings("unchecked")
    <S> Reference<E, S> then(ReferenceKey<R, S> key, ReferenceKey<R, S>... further);

    /**
     * Tests whether there is a row for which a predicate holds: a semi-join. Its negation also holds where there is no row. The
     * rows are found once for a pipeline, by the indexes of their own table.
     */
    SpeedmentPredicate<E> where(Predicate<? super R> predicate);

    /**
     * Whether the row is among those of a stream, which may be of any pipeline that gives entities: it is run once, when the
     * predicate is first asked.
     */
    SpeedmentPredicate<E> among(Stream<? extends R> rows);

    /**
     * A field of the row: for {@link Aggregation#by(ReferencedField) groups}, and as a function of {@code map}. Texts, numbers and
     * enums can be composed with the reference itself, and ordered by then.
     */
    <V> ReferencedField<E, V> get(ReferenceField<R, ?, V> field);

    /**
     * Returns a function that gives what another function gives for the row, or null where there is no row. A lambda or method reference
     * that only computes, and cannot throw, runs on columns: {@code film.map(of -> of.getFilmId() / 100)}. Any other is called with the
     * entity.
     */
    <V> ReferencedField<E, V> map(Function<? super R, ? extends @Nullable V> function);

    /** The entity: null where the foreign key is null, or names a row that is not there. */
    @Override
    @Nullable
    R apply(E entity);
}
