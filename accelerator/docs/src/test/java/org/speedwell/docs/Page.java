package org.speedwell.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Markdown page. */
record Page(Path path, List<String> lines) {
    /** The root folder of the project. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** Returns all pages of the guide. */
    static List<Page> guide() {
        try (Stream<Path> files = Files.walk(ROOT.resolve("accelerator/docs"))) {
            return files.filter(file -> file.toString().endsWith(".md")
                            && !file.startsWith(ROOT.resolve("accelerator/docs/target")))
                    .sorted()
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path path) {
        try {
            return new Page(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text between each pair of fences, with the language that the first fence names. */
    List<Snippet> snippets() {
        List<Snippet> snippets = new ArrayList<>();
        int begin = -1;
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith("```")) {
                continue;
            }
            if (begin < 0) {
                begin = i;
            } else {
                snippets.add(new Snippet(
                        ROOT.relativize(path) + ":" + (begin + 2),
                        lines.get(begin).substring(3).strip(),
                        String.join("\n", lines.subList(begin + 1, i))));
                begin = -1;
            }
        }
        if (begin >= 0) {
            throw new IllegalStateException(path + ":" + (begin + 1) + ": a fence that is not closed");
        }
        return snippets;
    }

    /** Returns the targets of the links of this page. */
    List<String> links() {
        return LINK.matcher(String.join("\n", lines))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns the anchors of the headings of this page. */
    Set<String> anchors() {
        return lines.stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** Returns the texts in backquotes of each table column with this heading. */
    List<String> codesUnder(String heading) {
        List<String> codes = new ArrayList<>();
        int column = -1;
        for (String line : lines) {
            if (!line.startsWith("|")) {
                column = -1;
                continue;
            }
            List<String> cells =
                    Stream.of(line.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
            if (column < 0) {
                column = cells.indexOf(heading);
                continue;
            }
            Pattern.compile("`([^`]+)`")
                    .matcher(cells.get(column))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .forEach(codes::add);
        }
        return codes;
    }
}
