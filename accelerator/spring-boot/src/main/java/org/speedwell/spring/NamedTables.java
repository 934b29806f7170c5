package org.speedwell.spring;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.MappingException;
import org.speedwell.accelerator.mapping.Member;
import org.speedwell.accelerator.mapping.NearestNames;
import org.springframework.util.ClassUtils;

/**
 * The tables that {@code speedwell.tables} names, and all tables to which their rows refer. A row in memory is
 * complete, so memory needs the rows to which it refers, too.
 */
final class NamedTables {
    /** The property that names the tables. */
    static final String PROPERTY = "speedwell.tables";

    private static final Log LOG = LogFactory.getLog(NamedTables.class);
    private static final String ALL = "*";

    private final List<Class<?>> entities;
    private final List<Class<?>> records;
    private final Class<?>[] others;
    private final @Nullable ClassLoader loader;
    private final Map<Class<?>, ClassMapping<?>> mappings = new LinkedHashMap<>();

    private NamedTables(Collection<Class<?>> entities, ScannedClasses scanned, @Nullable ClassLoader loader) {
        this.entities =
                entities.stream().sorted(Comparator.comparing(Class::getName)).toList();
        this.records = scanned.records();
        this.others =
                Stream.concat(entities.stream(), scanned.converters().stream()).toArray(Class<?>[]::new);
        this.loader = loader;
    }

    /**
     * Returns the mappings of the named classes and of all classes to which they refer.
     *
     * @param names names of entities, tables and classes, or {@code *} for all entities
     * @param entities all entities of the application
     * @param loader finds classes by their full names
     * @throws BadPropertyException if a name is unknown or ambiguous
     * @throws MappingException if a class cannot be mapped
     */
    static List<ClassMapping<?>> of(
            List<String> names, Collection<Class<?>> entities, ScannedClasses scanned, @Nullable ClassLoader loader) {
        NamedTables tables = new NamedTables(entities, scanned, loader);
        for (String name : names) {
            tables.named(name).forEach(tables::add);
        }
        tables.addReferences();
        return List.copyOf(tables.mappings.values());
    }

    private List<Class<?>> named(String name) {
        if (name.equals(ALL)) {
            List<Class<?>> roots =
                    entities.stream().filter(type -> root(type) == type).toList();
            if (roots.isEmpty()) {
                throw unknown("all entities by *.");
            }
            return roots;
        }
        if (ClassUtils.isPresent(name, loader)) {
            return List.of(ClassUtils.resolveClassName(name, loader));
        }
        List<Class<?>> found = matches(entities, name);
        if (found.isEmpty()) {
            found = matches(records, name);
        }
        if (found.isEmpty()) {
            throw unknown(name + ", which is not an entity, a table or a class"
                    + NearestNames.of(name, known()).stream()
                            .findFirst()
                            .map(nearest -> ". Did you mean " + nearest + "?")
                            .orElse("."));
        }
        if (found.size() > 1) {
            throw new BadPropertyException(
                    PROPERTY,
                    "%s names %s, which is the name of several classes. Name one of them in full: %s."
                            .formatted(
                                    PROPERTY,
                                    name,
                                    found.stream().map(Class::getName).collect(Collectors.joining(", "))));
        }
        return found;
    }

    private static List<Class<?>> matches(List<Class<?>> classes, String name) {
        return classes.stream().filter(type -> TableNames.isNameOf(type, name)).toList();
    }

    private List<String> known() {
        return Stream.concat(entities.stream(), records.stream())
                .map(TableNames::table)
                .distinct()
                .sorted()
                .toList();
    }

    private BadPropertyException unknown(String what) {
        List<String> known = known();
        return new BadPropertyException(
                PROPERTY,
                "%s names %s %s A record can also be named by its full class name."
                        .formatted(
                                PROPERTY,
                                what,
                                known.isEmpty()
                                        ? "The packages of the application contain no entity."
                                        : "The known tables are " + String.join(", ", known) + "."));
    }

    private void add(Class<?> type) {
        mappings.computeIfAbsent(root(type), root -> ClassMapping.of(root, others));
    }

    /** Returns the entity that has the table of a class: the class, or the topmost entity that it extends. */
    private static Class<?> root(Class<?> type) {
        Class<?> root = type;
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (TableNames.isEntity(above)) {
                root = above;
            }
        }
        return root;
    }

    private void addReferences() {
        Queue<ClassMapping<?>> unread = new ArrayDeque<>(mappings.values());
        List<String> added = new ArrayList<>();
        for (ClassMapping<?> mapping = unread.poll(); mapping != null; mapping = unread.poll()) {
            for (Class<?> target : targets(mapping)) {
                Class<?> root = root(target);
                if (!mappings.containsKey(root)) {
                    unread.add(referred(root, mapping.type()));
                    added.add(TableNames.table(root));
                }
            }
        }
        if (!added.isEmpty()) {
            LOG.info("Memory also holds the tables " + String.join(", ", added) + ", because rows of the tables in "
                    + PROPERTY + " refer to them.");
        }
    }

    private ClassMapping<?> referred(Class<?> target, Class<?> referring) {
        try {
            add(target);
            return requireNonNull(mappings.get(target));
        } catch (MappingException e) {
            throw new MappingException(
                    e.getMessage() + " Memory needs this class, because " + referring.getName() + " refers to it.", e);
        }
    }

    private static Set<Class<?>> targets(ClassMapping<?> mapping) {
        return Stream.concat(
                        mapping.members().stream(),
                        mapping.discriminator().stream()
                                .flatMap(found -> found.variants().stream())
                                .flatMap(variant -> variant.members().stream()))
                .flatMap(NamedTables::targets)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Stream<Class<?>> targets(Member member) {
        return switch (member) {
            case Member.Property _ -> Stream.empty();
            case Member.Embedded embedded -> embedded.members().stream().flatMap(NamedTables::targets);
            case Member.Reference reference -> Stream.of(reference.target());
            case Member.Children children -> Stream.of(children.target());
        };
    }
}
