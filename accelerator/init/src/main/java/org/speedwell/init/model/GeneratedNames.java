package org.speedwell.init.model;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A choice of Java names for all tables and columns of a model. No two classes or members of the generated code get the
 * same name. The choice depends only on the set of names, and their order has no effect. For one thread.
 */
final class GeneratedNames {
    /** The classes that Speedment generates for a table, as patterns with the name of the entity. */
    private static final List<String> OF_TABLE = List.of(
            "%s",
            "%sManager",
            "%sImpl",
            "%sManagerImpl",
            "%sSqlAdapter",
            "Generated%s",
            "Generated%sManager",
            "Generated%sImpl",
            "Generated%sManagerImpl",
            "Generated%sSqlAdapter",
            "Generated%sEntityReader");

    /** The classes of the application, as patterns with its name. */
    private static final List<String> OF_APPLICATION = List.of(
            "%sApplication",
            "%sApplicationBuilder",
            "%sApplicationImpl",
            "%sInjectorProxy",
            "%sTest",
            "Generated%sApplication",
            "Generated%sApplicationBuilder",
            "Generated%sApplicationImpl",
            "Generated%sMetadata");

    /** The class names in lower case, because a file system may not distinguish {@code Film} from {@code FILM}. */
    private final Set<String> classes = new HashSet<>();

    private final Set<String> entities = new HashSet<>();

    /** @param application the name from which the names of the application's classes derive, such as {@code Shop} */
    GeneratedNames(String application) {
        OF_APPLICATION.forEach(pattern -> classes.add(lower(pattern.formatted(application))));
    }

    /** Returns the plain name of each table, by its name in the database. Call it once, before {@link #columns}. */
    Map<String, String> tables(Collection<String> names) {
        return UniqueNames.choose(
                names,
                "table",
                (name, plain) -> !ReservedNames.isWord(plain) && takeClasses(JavaNames.className(plain)));
    }

    private boolean takeClasses(String entity) {
        List<String> generated =
                OF_TABLE.stream().map(pattern -> pattern.formatted(entity)).toList();
        if (generated.stream().anyMatch(name -> ReservedNames.isClass(name) || classes.contains(lower(name)))) {
            return false;
        }
        generated.forEach(name -> classes.add(lower(name)));
        entities.add(entity);
        return true;
    }

    /**
     * Returns the plain name of each column of one table, by its name in the database.
     *
     * @param enums the columns for which Speedment generates an enum inside the entity
     */
    Map<String, String> columns(Collection<String> names, Set<String> enums) {
        return UniqueNames.choose(
                names,
                "column",
                (name, plain) -> !ReservedNames.isWord(plain)
                        && isFreeForField(JavaNames.constantName(plain))
                        && (!enums.contains(name)
                                || isFreeForEnum(JavaNames.className(plain), JavaNames.constantName(plain))));
    }

    /**
     * Returns whether no entity has this name. A field hides a class of the same name: the field of a column {@code a}
     * hides the entity {@code A}.
     */
    private boolean isFreeForField(String field) {
        return !entities.contains(field);
    }

    /**
     * Returns whether an enum can have this name. It hides an imported class of that name. The field of its column
     * hides the enum.
     */
    private boolean isFreeForEnum(String type, String field) {
        return !ReservedNames.isClass(type) && !classes.contains(lower(type)) && !type.equals(field);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
