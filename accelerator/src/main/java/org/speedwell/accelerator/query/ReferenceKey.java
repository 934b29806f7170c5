package org.speedwell.accelerator.query;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.trait.HasComparableOperators;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;

/**
 * One column of a foreign key, and the column that it refers to: see {@link DataStoreComponent#reference(ReferenceKey,
 * ReferenceKey[])} and {@link MemoryStore#key}. Immutable.
 *
 * @param foreignKey a field of the entity that refers; a row where it is null refers to no row
 * @param key a field of the entity that is referred to
 * @param <E> the entity that refers
 * @param <R> the entity that is referred to
 */
public record ReferenceKey<E, R>(HasComparableOperators<E, ?> foreignKey, HasComparableOperators<R, ?> key) {
    public ReferenceKey {
        requireNonNull(foreignKey);
        requireNonNull(key);
    }

    /** Returns the key of two fields whose values have the same class. */
    public static <E, R, V extends Comparable<? super V>> ReferenceKey<E, R> of(
            HasComparableOperators<E, V> foreignKey, HasComparableOperators<R, V> key) {
        return new ReferenceKey<>(foreignKey, key);
    }
}
