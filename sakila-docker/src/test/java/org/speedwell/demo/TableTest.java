package org.speedwell.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TableTest {
    private static final List<Table.Column> COLUMNS =
            List.of(new Table.Column("query", 12, false), new Table.Column("time", 7, true));

    @Test
    void unicodeTerminalGetsBoxLines() {
        assertThat(table(true)).isEqualToNormalizingNewlines("""
                ┌──────────────┬─────────┐
                │ query        │    time │
                ├──────────────┼─────────┤
                │ Every film   │   42 µs │
                │   films.stream()       │
                │ A question … │  4.2 ns │
                │   films.stream()       │
                │       .skip(1).count() │
                └──────────────┴─────────┘
                """);
    }

    @Test
    void otherTerminalGetsPlainAscii() {
        assertThat(table(false)).isEqualToNormalizingNewlines("""
                +--------------+---------+
                | query        |    time |
                +--------------+---------+
                | Every film   |   42 us |
                |   films.stream()       |
                | A question ~ |  4.2 ns |
                |   films.stream()       |
                |       .skip(1).count() |
                +--------------+---------+
                """);
    }

    @Test
    void lineWithoutDotBreaksAtWidth() {
        StringWriter text = new StringWriter();
        Table table = new Table(new PrintWriter(text), true, COLUMNS);

        table.row(List.of("", ""), "x".repeat(25));

        assertThat(text.toString().lines().skip(1))
                .containsExactly("│   " + "x".repeat(20) + " │", "│       " + "x".repeat(5) + " ".repeat(11) + " │");
    }

    private static String table(boolean unicode) {
        StringWriter text = new StringWriter();
        Table table = new Table(new PrintWriter(text), unicode, COLUMNS);
        table.head();
        table.row(List.of("Every film", "42 µs"), "films.stream()");
        table.row(List.of("A question too long", "4.2 ns"), "films.stream().skip(1).count()");
        table.foot();
        return text.toString();
    }
}
