package org.speedwell.accelerator.mapping;

import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SecondaryTables;
import jakarta.persistence.Table;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A class with annotations of Jakarta Persistence, or a record with or without them.
 *
 * @param others classes that the annotations do not name: subclasses and converters
 */
record AnnotatedClass<E>(Class<E> type, List<Class<?>> others) {
    private static final String DEFAULT_DISCRIMINATOR = "DTYPE";

    ClassMapping<E> mapping() {
        requireRoot();
        requireOneTable();
        AnnotatedMembers members = new AnnotatedMembers(Converters.of(others));
        Table table = type.getAnnotation(Table.class);
        return new ClassMapping<>(
                type,
                table == null
                        ? Optional.empty()
                        : Stream.of(table.schema(), table.catalog()) // MySQL calls a schema a catalog too
                                .filter(name -> !name.isEmpty())
                                .findFirst(),
                DatabaseName.of(table == null ? "" : table.name(), entityName(type)),
                members.of(type),
                discriminator(members));
    }

    private static String entityName(Class<?> type) {
        Entity entity = type.getAnnotation(Entity.class);
        return entity == null || entity.name().isEmpty() ? type.getSimpleName() : entity.name();
    }

    private void requireRoot() {
        List<Class<?>> hierarchy = Attributes.hierarchy(type);
        Class<?> root = hierarchy.stream()
                .filter(above -> above != type && above.isAnnotationPresent(Entity.class))
                .findFirst()
                .orElse(null);
        if (root != null) {
            throw new MappingException("Class " + type.getName() + " is a subclass of the entity " + root.getName()
                    + " and shares its table. Map " + root.getSimpleName()
                    + ".class instead. Its rows are instances of the subclasses.");
        }
    }

    private void requireOneTable() {
        Inheritance inheritance = type.getAnnotation(Inheritance.class);
        if (inheritance != null && inheritance.strategy() != InheritanceType.SINGLE_TABLE) {
            throw new MappingException("Class " + type.getName() + " has the inheritance strategy "
                    + inheritance.strategy()
                    + ", which is not supported. Use SINGLE_TABLE, or map each table as a class"
                    + " of its own.");
        }
        if (type.isAnnotationPresent(SecondaryTable.class) || type.isAnnotationPresent(SecondaryTables.class)) {
            throw new MappingException("Class " + type.getName()
                    + " has a secondary table, which is not supported. Map each table as a class of its own.");
        }
    }

    private Optional<Discriminator<E>> discriminator(AnnotatedMembers members) {
        DiscriminatorColumn column = type.getAnnotation(DiscriminatorColumn.class);
        Set<Class<? extends E>> subclasses = new LinkedHashSet<>();
        addSubclasses(type, subclasses);
        if (column == null && subclasses.isEmpty() && !type.isAnnotationPresent(Inheritance.class)) {
            return Optional.empty();
        }
        boolean isNumber = column != null && column.discriminatorType() == DiscriminatorType.INTEGER;
        List<Discriminator.Variant<E>> variants = new ArrayList<>();
        Stream.concat(Stream.of(type), subclasses.stream())
                .filter(known -> !Modifier.isAbstract(known.getModifiers()))
                .forEach(known ->
                        variants.add(new Discriminator.Variant<>(known, value(known, isNumber), members.of(known))));
        return Optional.of(
                new Discriminator<>(column == null ? DEFAULT_DISCRIMINATOR : column.name(), isNumber, variants));
    }

    @SuppressWarnings("unchecked") // only subclasses pass the test
    private void addSubclasses(Class<?> of, Set<Class<? extends E>> to) {
        Class<?>[] permitted = of.getPermittedSubclasses();
        Stream.concat(
                        others.stream().filter(other -> other != type && type.isAssignableFrom(other)),
                        permitted == null ? Stream.empty() : Stream.of(permitted))
                .filter(subclass -> subclass.isAnnotationPresent(Entity.class))
                .filter(subclass -> to.add((Class<? extends E>) subclass))
                .toList()
                .forEach(subclass -> addSubclasses(subclass, to));
    }

    private static String value(Class<?> type, boolean isNumber) {
        DiscriminatorValue value = type.getAnnotation(DiscriminatorValue.class);
        if (value == null && isNumber) {
            throw new MappingException("Class " + type.getName()
                    + " has no discriminator value, and the discriminator is a number. Add @DiscriminatorValue.");
        }
        return value == null ? entityName(type) : value.value();
    }

    /** Returns whether a class declares attributes that are stored. */
    static boolean isPersistent(Class<?> type) {
        return Stream.of(Entity.class, MappedSuperclass.class, Embeddable.class).anyMatch(type::isAnnotationPresent);
    }
}
