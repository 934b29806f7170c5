package org.speedwell.spring;

import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.metamodel.EntityType;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The entities of Jakarta Persistence that the application uses.
 *
 * @param all the classes of the entities
 */
record EntityClasses(Set<Class<?>> all) {
    EntityClasses {
        all = Set.copyOf(all);
    }

    /** Returns the entities that some factories know. */
    static EntityClasses of(Stream<EntityManagerFactory> factories) {
        return new EntityClasses(factories
                .flatMap(factory -> factory.getMetamodel().getEntities().stream())
                .<Class<?>>map(EntityType::getJavaType)
                .filter(Objects::nonNull) // an entity without a class has none
                .collect(Collectors.toSet()));
    }
}
