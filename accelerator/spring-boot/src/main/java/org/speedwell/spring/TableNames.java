package org.speedwell.spring;

import java.util.Locale;
import java.util.stream.Stream;
import org.speedwell.accelerator.mapping.DatabaseName;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** The names by which properties can name a class of rows. Case and underscores do not count. */
final class TableNames {
    /** The annotation of an entity. A name, because the API may be absent. */
    static final String ENTITY = "jakarta.persistence.Entity";

    /** The annotation with the name of a table. */
    static final String TABLE = "jakarta.persistence.Table";

    private TableNames() {}

    /** Returns the name of a class in messages: that of its table. */
    static String table(Class<?> type) {
        return tables(type).candidates().getLast();
    }

    /** Returns whether a name is that of a class, its entity or its table. */
    static boolean isNameOf(Class<?> type, String name) {
        return Stream.concat(
                        Stream.of(type.getName(), type.getSimpleName(), entity(type)),
                        tables(type).candidates().stream())
                .anyMatch(known -> isSame(name, known));
    }

    /** Returns whether a class is an entity of Jakarta Persistence. */
    static boolean isEntity(Class<?> type) {
        return MergedAnnotations.from(type).isPresent(ENTITY);
    }

    private static DatabaseName tables(Class<?> type) {
        String table = text(type, TABLE);
        return table.isEmpty() ? DatabaseName.implied(entity(type)) : DatabaseName.explicit(table);
    }

    private static String entity(Class<?> type) {
        String name = text(type, ENTITY);
        return name.isEmpty() ? type.getSimpleName() : name;
    }

    /** Returns the name in an annotation, which need not be on the class path. */
    private static String text(Class<?> type, String annotation) {
        MergedAnnotation<?> found = MergedAnnotations.from(type).get(annotation);
        return found.isPresent() ? found.getString("name") : "";
    }

    /** Returns whether two names differ at most in case and underscores. */
    static boolean isSame(String one, String other) {
        return plain(one).equals(plain(other));
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "");
    }
}
