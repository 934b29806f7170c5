package org.speedwell.prose;

import java.util.ArrayList;
import java.util.List;

/** Reads the prose of a Markdown page. */
final class MarkdownProse {
    private MarkdownProse() {}

    /** Returns the headings, paragraphs, items and table cells of a page, without fences and indented code. */
    static List<Prose> read(String file, List<String> lines) {
        List<Prose> found = new ArrayList<>();
        StringBuilder paragraph = new StringBuilder();
        int begin = 0;
        boolean fenced = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String stripped = line.strip();
            boolean starts = stripped.isEmpty() || stripped.matches("(#|\\||```|[-*] |\\d+\\. ).*");
            if (starts || fenced) {
                add(found, file, begin, paragraph);
            }
            if (stripped.startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced && stripped.startsWith("|")) {
                for (String cell : stripped.split("(?<!\\\\)\\|", -1)) {
                    add(found, file, i + 1, new StringBuilder(cell));
                }
            } else if (!fenced
                    && !(line.startsWith("    ") && paragraph.isEmpty() && !stripped.matches("([-*]|\\d+\\.) .*"))) {
                if (paragraph.isEmpty()) {
                    begin = i + 1;
                }
                paragraph
                        .append(stripped.replaceFirst("^(#+|[-*]|\\d+\\.) ", ""))
                        .append(' ');
            }
        }
        add(found, file, begin, paragraph);
        return found;
    }

    private static void add(List<Prose> found, String file, int line, StringBuilder text) {
        String plain = text.toString()
                .replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .replaceAll("`([A-Za-z]\\w*)`", "$1")
                .replaceAll("`[^`]*`", "Code")
                .replaceAll("[*]{1,2}|<[^>]+>", "")
                .strip();
        text.setLength(0);
        if (plain.contains(" ")) {
            found.add(new Prose(file, line, Prose.Kind.PAGE, plain));
        }
    }
}
