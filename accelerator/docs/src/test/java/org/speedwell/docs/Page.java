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

/** A page in Markdown. */
record Page(Path path, List<String> lines) {
    /** The folder of the whole project. */
    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    /** All pages of the guide. */
    static List<Page> guide() {
        return Stream.of("accelerator/docs", "streaming/docs")
                .map(ROOT::resolve)
                .filter(Files::isDirectory)
                .flatMap(Page::pagesIn)
                .map(Page::read)
                .toList();
    }

    private static Stream<Path> pagesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".md")).sorted().toList().stream();
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

    /** What stands between fences, and what is said to be behind the first. */
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

    /** Where the page points to. */
    List<String> links() {
        return LINK.matcher(String.join("\n", lines))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The names by which its headings are pointed to. */
    Set<String> anchors() {
        return lines.stream()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** The cells of its tables that are in backquotes, of the column with this heading. */
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
