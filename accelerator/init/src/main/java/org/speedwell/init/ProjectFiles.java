package org.speedwell.init;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A writer of a project's files. It replaces each {@code @name@} in a template by a value. */
final class ProjectFiles {
    private static final Pattern PLACE = Pattern.compile("@([a-zA-Z0-9.-]+)@");

    private final Path directory;
    private final Map<String, String> values;

    /**
     * Creates the writer of an empty project. Its first values are the versions of the dependencies.
     *
     * @throws ToolException if the directory is not empty
     */
    ProjectFiles(Path directory) throws IOException {
        this.directory = directory;
        values = versions();
        if (Files.isDirectory(directory)) {
            try (Stream<Path> content = Files.list(directory)) {
                if (content.findAny().isPresent()) {
                    throw new ToolException("The folder " + directory
                            + " is not empty, and init overwrites nothing. Name another by --directory, or empty it.");
                }
            }
        } else if (Files.exists(directory)) {
            throw new ToolException(directory + " is a file: name a folder by --directory.");
        }
    }

    private static Map<String, String> versions() throws IOException {
        Properties versions = new Properties();
        try (InputStream in = resource("versions.properties")) {
            versions.load(in);
        }
        Map<String, String> values = new HashMap<>();
        versions.forEach((name, value) -> values.put(name.toString(), value.toString()));
        return values;
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(ProjectFiles.class.getResourceAsStream("project/" + name), name);
    }

    void put(String name, String value) {
        values.put(name, value);
    }

    void write(String template, String file) throws IOException {
        try (InputStream in = resource(template)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            writeText(
                    file,
                    PLACE.matcher(text)
                            .replaceAll(place -> Matcher.quoteReplacement(
                                    Objects.requireNonNull(values.get(place.group(1)), place.group(1)))));
        }
    }

    void writeText(String file, String text) throws IOException {
        Path path = directory.resolve(file);
        Files.createDirectories(Objects.requireNonNull(path.getParent()));
        Files.writeString(path, text);
    }
}
