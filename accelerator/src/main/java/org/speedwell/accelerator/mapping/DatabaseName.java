package org.speedwell.accelerator.mapping;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The name of a table or column in the database.
 *
 * @param candidates the possible names, the best first; the database decides which one it is. Case is ignored.
 * @param isExplicit true if the application states the name, so that there is only one candidate
 */
public record DatabaseName(List<String> candidates, boolean isExplicit) {
    private static final Pattern START_OF_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

    public DatabaseName {
        candidates = List.copyOf(candidates);
    }

    /** Returns a name that the application states. */
    public static DatabaseName explicit(String name) {
        return new DatabaseName(List.of(name), true);
    }

    /** Returns the name that belongs to a class or member: the same name, or its form in snake case. */
    public static DatabaseName implied(String javaName) {
        return new DatabaseName(
                Stream.of(javaName, snakeCase(javaName)).distinct().toList(), false);
    }

    /** Returns the explicit name, or the implied one if the name is empty. */
    static DatabaseName of(String name, String javaName) {
        return name.isEmpty() ? implied(javaName) : explicit(name);
    }

    /** Returns whether a name of the database is one of the candidates. */
    public boolean matches(String name) {
        return candidates.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static String snakeCase(String name) {
        return START_OF_WORD.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    /** Returns the text for messages. */
    @Override
    public String toString() {
        return String.join(" or ", candidates);
    }
}
