package org.speedwell.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every test class tells its kind by a tag, and uses no other tags. */
@Tag("unit")
class TagsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final List<String> KINDS = List.of("unit", "oracle", "fault", "forked", "database");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]+)\"\\)");

    @Test
    void everyTestClassTellsItsKind() throws IOException {
        List<String> untagged = new ArrayList<>();
        for (Path file : testClasses()) {
            List<String> tags = tags(file);
            if (tags.isEmpty() || !KINDS.containsAll(tags)) {
                untagged.add(ROOT.relativize(file) + " " + tags);
            }
        }
        assertThat(untagged).as("test classes without a tag of " + KINDS).isEmpty();
    }

    @Test
    void unitStandsAloneOnAClass() throws IOException {
        assertThat(testClasses()).allSatisfy(file -> {
            String source = Files.readString(file);
            List<String> ofClass = tagsOf(source.substring(0, source.indexOf("class ")));
            assertThat(ofClass.size() == 1 || !ofClass.contains("unit"))
                    .as(file + " " + ofClass)
                    .isTrue();
        });
    }

    private static List<String> tags(Path file) throws IOException {
        return tagsOf(Files.readString(file));
    }

    private static List<String> tagsOf(String source) {
        return TAG.matcher(source)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static List<Path> testClasses() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().contains("/src/test/java/"))
                    .filter(file -> file.toString().endsWith("Test.java"))
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?target/.*"))
                    .sorted()
                    .toList();
        }
    }
}
