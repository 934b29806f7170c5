package org.speedwell.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table on a terminal. The caller writes it row by row. A row is a line of cells and, below it, a text across all
 * cells.
 */
final class Table {
    /** The name, width and alignment of a column. */
    record Column(String name, int width, boolean right) {}

    private final PrintWriter out;
    private final boolean unicode;
    private final List<Column> columns;

    /**
     * Creates a table.
     *
     * @param unicode true if the terminal can show box-drawing characters; otherwise all output is ASCII
     */
    Table(PrintWriter out, boolean unicode, List<Column> columns) {
        this.out = out;
        this.unicode = unicode;
        this.columns = List.copyOf(columns);
    }

    void head() {
        rule("┌", "┬", "┐");
        cells(columns.stream().map(Column::name).toList());
        rule("├", "┼", "┤");
    }

    void row(List<String> cells, String below) {
        cells(cells);
        for (String line : wrap(below, innerWidth() - 4)) {
            print("│ " + pad("  " + line, innerWidth() - 2, false) + " │");
        }
    }

    void foot() {
        rule("└", "┴", "┘");
    }

    private void cells(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            line.append("│ ")
                    .append(pad(cells.get(i), column.width(), column.right()))
                    .append(' ');
        }
        print(line.append('│').toString());
    }

    private void rule(String left, String between, String right) {
        print(columns.stream()
                .map(column -> "─".repeat(column.width() + 2))
                .reduce((line, column) -> line + between + column)
                .map(line -> left + line + right)
                .orElse(""));
    }

    /** Returns the width between the outer lines. */
    private int innerWidth() {
        return columns.stream().mapToInt(column -> column.width() + 3).sum() - 1;
    }

    private void print(String line) {
        out.println(unicode ? line : ascii(line));
        out.flush();
    }

    private static String pad(String text, int width, boolean right) {
        String cut = shorten(text, width);
        String space = " ".repeat(width - cut.length());
        return right ? space + cut : cut + space;
    }

    /** Returns the text, or its beginning and an ellipsis if it is longer than {@code width}. */
    static String shorten(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** Wraps code before the dot of a method call, and indents the following lines. */
    static List<String> wrap(String code, int width) {
        List<String> lines = new ArrayList<>();
        String rest = code;
        while (rest.length() > width) {
            int dot = rest.lastIndexOf(").", width - 2) + 1;
            int cut = dot > width / 2 ? dot : width;
            lines.add(rest.substring(0, cut));
            rest = "    " + rest.substring(cut);
        }
        lines.add(rest);
        return lines;
    }

    /** Replaces each character by the most similar one of ASCII, so that columns keep their width. */
    static String ascii(String text) {
        return text.chars()
                .map(c -> switch (c) {
                    case '─' -> '-';
                    case '│' -> '|';
                    case '┌', '┬', '┐', '├', '┼', '┤', '└', '┴', '┘' -> '+';
                    case 'µ' -> 'u';
                    case '×' -> 'x';
                    case '…' -> '~';
                    default -> c < 128 ? c : '?';
                })
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
