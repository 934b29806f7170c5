package org.speedwell.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** SQL as a file of statements. */
final class Script {

    private static final String DELIMITER = "DELIMITER ";

    private Script() {}

    /** The statements of a model's DDL, from the resources of this package. */
    static List<String> statements(String resource) {
        try (InputStream script = Objects.requireNonNull(Script.class.getResourceAsStream(resource), resource)) {
            return split(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The statements of a script, in order. A statement ends at a delimiter that ends its line: the semicolon, or what a
     * line {@code DELIMITER x} names instead, as the command-line client has it. Lines that begin with {@code --} are
     * left out.
     */
    static List<String> split(String text) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        String delimiter = ";";
        for (String line : text.lines().toList()) {
            String stripped = line.strip();
            if (stripped.startsWith("--")) {
                continue;
            }
            if (stripped.toUpperCase(Locale.ROOT).startsWith(DELIMITER)) {
                delimiter = stripped.substring(DELIMITER.length()).strip();
            } else if (stripped.endsWith(delimiter)) {
                statement.append(line, 0, line.lastIndexOf(delimiter));
                add(statement, statements);
            } else {
                statement.append(line).append('\n');
            }
        }
        add(statement, statements);
        return statements;
    }

    private static void add(StringBuilder statement, List<String> statements) {
        String sql = statement.toString().strip();
        if (!sql.isEmpty()) {
            statements.add(sql);
        }
        statement.setLength(0);
    }
}
