package org.speedwell.schema;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A CREATE TABLE statement in two parts. Inserts are faster while the table has only its primary key. Later, one sort
 * builds each other index, instead of one random insertion per row.
 *
 * @param name the name of the table
 * @param bare the statement that creates the table with its primary key only
 * @param keys the statement that adds the other keys and the constraints, if there are any
 */
record TableDefinition(String name, String bare, Optional<String> keys) {

    private static final Pattern CREATE = Pattern.compile(
            "(?<head>CREATE TABLE (?<name>\\w+) \\(\\s+)(?<body>.*)(?<tail>\\n\\) ENGINE.*)", Pattern.DOTALL);
    private static final Pattern KEY = Pattern.compile("((UNIQUE |FULLTEXT )?KEY|CONSTRAINT) .*", Pattern.DOTALL);

    /** Splits a statement. Empty if the statement creates no table. */
    static Optional<TableDefinition> of(String statement) {
        Matcher create = CREATE.matcher(statement);
        if (!create.matches()) {
            return Optional.empty();
        }
        List<String> parts = List.of(create.group("body").split(",\\n\\s+"));
        String name = create.group("name");
        String columns = parts.stream().filter(part -> !isKey(part)).collect(Collectors.joining(", "));
        String keys = parts.stream()
                .filter(TableDefinition::isKey)
                .map("ADD "::concat)
                .collect(Collectors.joining(", "));
        return Optional.of(new TableDefinition(
                name,
                create.group("head") + columns + create.group("tail"),
                Stream.of(keys)
                        .filter(added -> !added.isEmpty())
                        .map(added -> "ALTER TABLE " + name + " " + added)
                        .findFirst()));
    }

    private static boolean isKey(String part) {
        return KEY.matcher(part).matches();
    }
}
