package org.speedwell.prose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rejects prose that breaks the rules of style. {@code -Dspeedwell.prose=list} writes all offences into
 * {@code target/offences.txt}, and all messages with their places into {@code target/messages.txt}.
 */
@Tag("unit")
class ProseTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** The share of passive sentences that a file may have, from this number of sentences on. */
    private static final double PASSIVE_SHARE = 0.35;

    private static final int PASSIVE_FROM = 12;

    @Test
    void noTextBreaksTheRules() throws IOException {
        Map<String, List<Prose>> texts = texts();
        List<Offence> offences =
                offences(texts).values().stream().flatMap(List::stream).toList();
        if (System.getProperty("speedwell.prose", "").equals("list")) {
            Files.write(
                    Path.of("target", "offences.txt"),
                    offences.stream().map(Offence::toString).toList());
            Files.write(
                    Path.of("target", "messages.txt"),
                    texts.values().stream()
                            .flatMap(List::stream)
                            .filter(prose -> prose.kind() == Prose.Kind.MESSAGE)
                            .map(prose -> prose.file() + ":" + prose.line() + " " + prose.text())
                            .toList());
        }
        assertThat(offences).isEmpty();
    }

    @Test
    void rulesReportTheirOffences() {
        Checker checker = new Checker();

        assertThat(rules(checker, Prose.Kind.METHOD, "Whether the table is loaded."))
                .contains("FIRST_WORD", "OPENING");
        assertThat(rules(checker, Prose.Kind.METHOD, "Returns whether the table has rows."))
                .isEmpty();
        assertThat(rules(checker, Prose.Kind.DOC, "Loads it anew if somebody asks."))
                .contains("ARCHAIC", "NO_ACTOR");
        assertThat(rules(checker, Prose.Kind.COMMENT, "The version is had from what is told."))
                .contains("IS_HAD");
        assertThat(rules(checker, Prose.Kind.PAGE, "word ".repeat(Checker.LONGEST_SENTENCE) + "more."))
                .contains("LENGTH");
        assertThat(rules(checker, Prose.Kind.PAGE, "What does a load read?")).isEmpty();
        assertThat(rules(checker, Prose.Kind.MESSAGE, "The load failed. ".repeat(22)))
                .contains("MESSAGE_LENGTH");
    }

    private static List<String> rules(Checker checker, Prose.Kind kind, String text) {
        return checker.check(new Prose("", 1, kind, text)).stream()
                .map(Offence::rule)
                .toList();
    }

    /** Returns the offences of each file, in two threads. */
    private static Map<String, List<Offence>> offences(Map<String, List<Prose>> texts) {
        ThreadLocal<Checker> checkers = ThreadLocal.withInitial(Checker::new);
        return texts.entrySet().parallelStream()
                .map(entry -> Map.entry(entry.getKey(), offences(checkers.get(), entry.getKey(), entry.getValue())))
                .filter(entry -> !entry.getValue().isEmpty())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    }

    private static List<Offence> offences(Checker checker, String file, List<Prose> texts) {
        List<Offence> found = new ArrayList<>();
        int sentences = 0;
        List<Offence> passive = new ArrayList<>();
        for (Prose prose : texts) {
            sentences += checker.sentences(prose.text()).size();
            for (Offence offence : checker.check(prose)) {
                (offence.rule().equals(Checker.PASSIVE) ? passive : found).add(offence);
            }
        }
        if (sentences >= PASSIVE_FROM && passive.size() > sentences * PASSIVE_SHARE) {
            found.add(new Offence(
                    new Prose(file, 1, Prose.Kind.PAGE, ""),
                    "PASSIVE_SHARE",
                    passive.stream().map(Offence::sentence).limit(5).collect(Collectors.joining("\n    ")),
                    "%d of %d sentences are passive; name the actors".formatted(passive.size(), sentences)));
        }
        return found;
    }

    private static Map<String, List<Prose>> texts() throws IOException {
        List<Path> java = new ArrayList<>();
        Map<String, List<Prose>> texts = new TreeMap<>();
        for (Path file : files()) {
            String name = ROOT.relativize(file).toString();
            if (name.endsWith(".java")) {
                java.add(file);
            } else {
                texts.put(name, MarkdownProse.read(name, Files.readAllLines(file)));
            }
        }
        texts.putAll(JavaProse.read(ROOT, java).stream().collect(Collectors.groupingBy(Prose::file)));
        return texts;
    }

    /** Returns the project's pages and Java sources, without those that a build generates. */
    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file ->
                            file.toString().endsWith(".md") || file.toString().endsWith(".java"))
                    .filter(file ->
                            !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.[^/]+|src/generated)/.*"))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }
}
