package org.speedwell.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** An SQL script as a list of statements. */
final class Script {

    private static final String DELIMITER = "DELIMITER ";

    private Script() {}

    /** Returns the statements of a model's DDL from the resources of this package. */
    static List<String> statements(String resource) {
        try (InputStream script = Objects.requireNonNull(Script.class.getResourceAsStream(resource), resource)) {
            return split(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the statements of a script, in order. A statement ends at a delimiter at the end of a line. The delimiter
     * is the semicolon, or the one that a line {@code DELIMITER x} sets, as in MySQL's command-line client. The method
     * skips lines that begin with {@code --}.
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
