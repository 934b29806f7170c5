package org.speedwell.init.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Chooses the names in Java of all tables and columns of a model, such that no two classes or members of the generated code
 * clash. The same names always lead to the same choice, in whatever order they come. Not thread-safe.
 */
final class GeneratedNames {
    /** The classes that Speedment generates for a table, as patterns of the entity's name. */
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

    /** The classes of the application, as patterns of its name. */
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

    /** Plain names come first to theirs; a short one comes before those that are made of it. */
    private static final Comparator<String> FIRST = Comparator.comparing((String name) -> !JavaNames.isPlain(name))
            .thenComparing(String::length)
            .thenComparing(Comparator.naturalOrder());

    /** In small letters, as file systems may not tell {@code Film} from {@code FILM}. */
    private final Set<String> classes = new HashSet<>();

    private final Set<String> entities = new HashSet<>();

    /** @param application the name from which those of the application are made, such as {@code Shop} */
    GeneratedNames(String application) {
        OF_APPLICATION.forEach(pattern -> classes.add(lower(pattern.formatted(application))));
    }

    /** Returns the plain names of all tables by those of the database. Call it once, before {@link #columns}. */
    Map<String, String> tables(Collection<String> names) {
        return choose(names, "table", (name, plain) -> takeClasses(JavaNames.className(plain)));
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
     * Returns the plain names of one table's columns by those of the database.
     *
     * @param enums those of the names for whose values an enum is generated, inside the entity
     */
    Map<String, String> columns(Collection<String> names, Set<String> enums) {
        return choose(
                names,
                "column",
                (name, plain) -> isFreeForField(JavaNames.constantName(plain))
                        && (!enums.contains(name)
                                || isFreeForEnum(JavaNames.className(plain), JavaNames.constantName(plain))));
    }

    /** A field hides the class of its name, as that of a column {@code a} the entity {@code A}. */
    private boolean isFreeForField(String field) {
        return !entities.contains(field);
    }

    /** An enum hides what is imported under its name, and is itself hidden by its column's field. */
    private boolean isFreeForEnum(String type, String field) {
        return !ReservedNames.isClass(type) && !classes.contains(lower(type)) && !type.equals(field);
    }

    private static Map<String, String> choose(
            Collection<String> names, String kind, BiPredicate<String, String> isFree) {
        Map<String, String> chosen = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (String name : names.stream().sorted(FIRST).toList()) {
            String plain = JavaNames.plain(name, kind);
            String candidate = plain;
            int n = taken.contains(joined(plain)) ? 2 : 1;
            while (ReservedNames.isWord(candidate)
                    || taken.contains(joined(candidate))
                    || !isFree.test(name, candidate)) {
                candidate = plain + "_" + kind + (n == 1 ? "" : n);
                n++;
            }
            taken.add(joined(candidate));
            chosen.put(name, candidate);
        }
        return chosen;
    }

    /** Returns what getters, fields and classes of two names differ by. */
    private static String joined(String plain) {
        return plain.replace("_", "");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
