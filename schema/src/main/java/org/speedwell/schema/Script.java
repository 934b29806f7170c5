package org.speedwell.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A model's DDL, from the resources of this package. */
final class Script {

    private Script() {}

    /** The statements of a script, in order. A statement ends at a semicolon that ends its line. */
    static List<String> statements(String resource) {
        try (InputStream script = Objects.requireNonNull(Script.class.getResourceAsStream(resource), resource)) {
            String text = new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
            return Stream.of(text.split(";(\n|$)", -1))
                    .map(String::strip)
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
