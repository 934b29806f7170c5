package org.speedwell.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table for the page and for a README. Its first column contains the names of the rows, and the others contain
 * figures.
 *
 * @param note a note for the reader; may be empty
 * @param rows the cells of each row, one for each column; a cell that starts with * is the best one of its kind
 */
public record Table(String title, String note, List<String> columns, List<List<String>> rows) {

    public Table(String title, String note, List<String> columns) {
        this(title, note, columns, new ArrayList<>());
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the number of cells differs from the number of columns
     */
    public Table row(List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void writeTo(Html html) {
        html.open("figure").element("figcaption", title);
        html.open("div", "class", "wide").open("table").open("thead").open("tr");
        columns.forEach(column -> html.element("th", column));
        html.close("tr").close("thead").open("tbody");
        for (List<String> row : rows) {
            html.open("tr").element("th", row.getFirst());
            row.stream().skip(1).forEach(cell -> {
                if (isBest(cell)) {
                    html.open("td", "class", "best").text(cell.substring(1)).close("td");
                } else {
                    html.element("td", cell);
                }
            });
            html.close("tr");
        }
        html.close("tbody").close("table").close("div");
        if (!note.isEmpty()) {
            html.element("p", note);
        }
        html.close("figure");
    }

    /** Returns this table as Markdown, with a heading. */
    String markdown() {
        StringBuilder text = new StringBuilder("### " + title + "\n\n");
        line(text, columns);
        line(text, columns.stream().map(_ -> "---").toList());
        rows.forEach(row -> line(
                text,
                row.stream()
                        .map(cell -> isBest(cell) ? "**" + cell.substring(1) + "**" : cell)
                        .toList()));
        if (!note.isEmpty()) {
            text.append('\n').append(note).append('\n');
        }
        return text.append('\n').toString();
    }

    private static boolean isBest(String cell) {
        return cell.startsWith("*");
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }
}
