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
import org.junit.jupiter.api.Test;

/** The messages that the guide explains are those of the sources. */
class MessagesTest {
    /** Between two, that of what is named in the message. */
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    /** Shorter pieces are anywhere. */
    private static final int SHORTEST = 7;

    private static final List<String> MODULES =
            List.of("accelerator", "accelerator/spring-boot", "accelerator/init", "streaming");

    @Test
    void theMessagesOfTheGuideAreInTheSources() {
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

    /** What is thrown or logged, and what explain prints. */
    private static List<String> messagesOf(Page page) {
        return Stream.of("message", "you see")
                .flatMap(heading -> page.codesUnder(heading).stream())
                .toList();
    }

    /** What the literals of each source say, those that are put together as one. */
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
            boolean goesOn = source.substring(end, literal.start()).matches("\\s*\\+\\s*");
            text.append(goesOn ? "" : "\n")
                    .append(literal.group(1).replace("\\\"", "\"").replaceAll("%[,\\d.]*[sd]", "\n"));
            end = literal.end();
        }
        return text.toString();
    }
}
