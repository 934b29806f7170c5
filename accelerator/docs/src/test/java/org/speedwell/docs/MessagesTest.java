package org.speedwell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sources contain the messages that the guide explains. */
@Tag("unit")
class MessagesTest {
    /** A string literal. The text between two literals belongs to the values that the message names. */
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    /** The least number of characters of a piece that this test searches. Shorter pieces occur in every source. */
    private static final int SHORTEST = 7;

    private static final List<String> MODULES =
            List.of("accelerator", "accelerator/spring-boot", "accelerator/init", "streaming");

    @Test
    void guideMessagesOccurInTheSources() {
        List<String> sources = MODULES.stream().flatMap(MessagesTest::texts).toList();
        List<String> unknown = new ArrayList<>();
        int messages = 0;
        for (Page page : Page.guide()) {
            for (String message : messagesOf(page)) {
                messages++;
                for (String piece : message.split("…", -1)) {
                    String text = piece.strip();
                    if (text.length() >= SHORTEST && sources.stream().noneMatch(source -> source.contains(text))) {
                        unknown.add(page.path().getFileName() + ": " + text);
                    }
                }
            }
        }

        assertThat(unknown).isEmpty();
        assertThat(messages).isGreaterThan(30);
    }

    /** Returns the messages of a page: errors, log lines and lines of explain. */
    private static List<String> messagesOf(Page page) {
        return Stream.of("message", "you see")
                .flatMap(heading -> page.codesUnder(heading).stream())
                .toList();
    }

    /** Returns the literals of each source of a module. Concatenated literals form one text. */
    private static Stream<String> texts(String module) {
        try (Stream<Path> files = Files.walk(Page.ROOT.resolve(module).resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java")).map(MessagesTest::text).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        String source;
        try {
            source = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        StringBuilder text = new StringBuilder();
        Matcher literal = LITERAL.matcher(source);
        int end = 0;
        while (literal.find()) {
            boolean isConcatenated = source.substring(end, literal.start()).matches("\\s*\\+\\s*");
            text.append(isConcatenated ? "" : "\n")
                    .append(literal.group(1).replace("\\\"", "\"").replaceAll("%[,\\d.]*[sd]", "\n"));
            end = literal.end();
        }
        return text.toString();
    }
}
