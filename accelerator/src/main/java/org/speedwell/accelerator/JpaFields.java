package org.speedwell.accelerator;

import static java.util.Objects.requireNonNull;

import jakarta.persistence.metamodel.SingularAttribute;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.TextField;

/**
 * A finder of the fields of an entity's attributes in JPA's static metamodel. It needs the Jakarta Persistence API.
 * Immutable and thread-safe.
 *
 * {@snippet :
 * JpaFields<Film> fields = JpaFields.of(memory, Film.class);
 * var length = fields.field(Film_.length);
 * long count = memory.stream(Film.class).filter(length.greaterThan(60)).count();
 * }
 *
 * <p>JPA fills the attributes of the metamodel when it creates the {@code EntityManagerFactory}. Without one, name the
 * attribute: {@link MemoryStore#field(Class, String, Class)}.
 *
 * @param <E> the class of the rows
 */
public final class JpaFields<E> {
    private final MemoryStore store;
    private final Class<E> rows;

    private JpaFields(MemoryStore store, Class<E> rows) {
        this.store = requireNonNull(store);
        this.rows = requireNonNull(rows);
    }

    /** Returns the finder of fields of an entity class. */
    public static <E> JpaFields<E> of(MemoryStore store, Class<E> rows) {
        return new JpaFields<>(store, rows);
    }

    /**
     * Returns the field of an attribute of the class, or of one of its superclasses.
     *
     * @throws IllegalArgumentException if the attribute is null, because JPA did not fill it yet, or is a reference, or
     *     the store has no column for it
     */
    public <V extends Comparable<? super V>> Field<E, V> field(SingularAttribute<? super E, V> attribute) {
        return store.field(rows, name(attribute), values(attribute));
    }

    /** Returns the field of an attribute of an embedded object, as {@link #field(SingularAttribute)} does. */
    public <O, V extends Comparable<? super V>> Field<E, V> field(
            SingularAttribute<? super E, O> embedded, SingularAttribute<? super O, V> attribute) {
        return store.field(rows, name(embedded) + "." + name(attribute), values(attribute));
    }

    /** Returns the field of an attribute with texts, as {@link #field(SingularAttribute)} does. */
    public TextField<E> text(SingularAttribute<? super E, String> attribute) {
        return store.text(rows, name(attribute));
    }

    /** Returns the field of an attribute with texts of an embedded object. */
    public <O> TextField<E> text(
            SingularAttribute<? super E, O> embedded, SingularAttribute<? super O, String> attribute) {
        return store.text(rows, name(embedded) + "." + name(attribute));
    }

    private String name(@Nullable SingularAttribute<?, ?> attribute) {
        if (attribute == null) {
            throw new IllegalArgumentException("An attribute of the static metamodel is null. JPA fills the metamodel"
                    + " of " + rows.getSimpleName() + " when it creates the EntityManagerFactory. Create that first.");
        }
        if (attribute.isAssociation()) {
            throw new IllegalArgumentException("The attribute " + attribute.getName() + " is a reference, which has no"
                    + " values to compare. Follow it in a lambda, such as film -> film.getLanguage().getName().");
        }
        return attribute.getName();
    }

    @SuppressWarnings("unchecked") // a box has the values of its primitive
    private static <V> Class<V> values(SingularAttribute<?, V> attribute) {
        return (Class<V>) MethodType.methodType(attribute.getJavaType()).wrap().returnType();
    }
}
