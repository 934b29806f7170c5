package org.speedwell.demo;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** A table on a terminal, written row by row. A row is a line of cells and, below it, a text across all of them. */
final class Table {
    /** How a column is named, how wide it is, and on which side its cells stand. */
    record Column(String name, int width, boolean right) {}

    private final PrintWriter out;
    private final boolean unicode;
    private final List<Column> columns;

    /** @param unicode whether there are lines to draw with; else plain ASCII has to do, in all cells too */
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

    /** Between the outer lines. */
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

    /** The text, or its begin and an ellipsis. */
    static String shorten(String text, int width) {
        return text.length() <= width ? text : text.substring(0, width - 1) + "…";
    }

    /** Code is broken before a dot that calls, and goes on further right. */
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

    /** The nearest characters of ASCII, one for one: columns stay as wide. */
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
