package org.speedwell.schema;

import static org.speedwell.schema.TortureValues.bytes;
import static org.speedwell.schema.TortureValues.decimal;
import static org.speedwell.schema.TortureValues.literals;
import static org.speedwell.schema.TortureValues.points;
import static org.speedwell.schema.TortureValues.range;
import static org.speedwell.schema.TortureValues.sentences;
import static org.speedwell.schema.TortureValues.texts;
import static org.speedwell.schema.TortureValues.unsignedLongs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/** A table of the torture schema and the generators of its columns, in the order of the DDL. */
record TortureTable(String name, int rows, List<Column> columns) {

    private static final int ROWS = 500;
    private static final int FEW_ROWS = 60;
    private static final long SEED = 0x7047_5265;

    static final List<TortureTable> ALL = List.of(
            ofTypes(
                    "integers",
                    ROWS,
                    range(Byte.MIN_VALUE, Byte.MAX_VALUE),
                    range(0, 255),
                    range(Short.MIN_VALUE, Short.MAX_VALUE),
                    range(0, 65_535),
                    range(-8_388_608, 8_388_607),
                    range(0, 16_777_215),
                    range(Integer.MIN_VALUE, Integer.MAX_VALUE),
                    range(0, 4_294_967_295L),
                    range(Long.MIN_VALUE, Long.MAX_VALUE),
                    unsignedLongs(),
                    literals("0", "1"),
                    literals("0", "1"),
                    range(0, 255),
                    unsignedLongs()),
            ofTypes(
                    "decimals",
                    ROWS,
                    // A literal with an exponent is a double. Only a double keeps the sign of zero.
                    literals("-3.40282e38", "3.40282e38", "1.17549e-38", "-0e0", "0e0", "0.1e0", "-1.5e0")
                            .or(random -> random.nextInt(-400, 400) / 8.0 + "e0"),
                    literals(
                                    "-1.7976931348623157e308",
                                    "1.7976931348623157e308",
                                    "2.2250738585072014e-308",
                                    "-0e0",
                                    "0e0")
                            .or(random -> random.nextInt(-20, 20) / 4.0 + "e" + random.nextInt(-9, 9)),
                    decimal(10, 2, true),
                    decimal(10, 2, false),
                    decimal(4, 2, true),
                    decimal(5, 5, true),
                    decimal(18, 6, true),
                    decimal(20, 4, true),
                    decimal(65, 30, true),
                    decimal(10, 0, true),
                    decimal(18, 0, true),
                    decimal(65, 0, true)),
            ofTypes(
                    "temporals",
                    ROWS,
                    texts(
                                    "1000-01-01",
                                    "1582-10-04",
                                    "1582-10-15",
                                    "1969-12-31",
                                    "1970-01-01",
                                    "2000-02-29",
                                    "9999-12-31")
                            .or(TortureValues::date),
                    texts("00:00:00", "00:00:01", "12:00:00", "23:59:59").or(random -> TortureValues.time(random, 0)),
                    texts("00:00:00.000000", "00:00:00.000001", "12:00:00.5", "23:59:59.999999")
                            .or(random -> TortureValues.time(random, 6)),
                    texts("1000-01-01 00:00:00", "1969-12-31 23:59:59", "1970-01-01 00:00:00", "9999-12-31 23:59:59")
                            .or(random -> TortureValues.dateTime(random, 0)),
                    texts("1000-01-01 00:00:00.001", "1969-12-31 23:59:59.999", "9999-12-31 23:59:59.999")
                            .or(random -> TortureValues.dateTime(random, 3)),
                    texts("1000-01-01 00:00:00.000001", "1969-12-31 23:59:59.999999", "9999-12-31 23:59:59.999999")
                            .or(random -> TortureValues.dateTime(random, 6)),
                    texts("1970-01-01 00:00:01", "2001-09-09 01:46:40", "2038-01-19 03:14:07")
                            .or(random -> TortureValues.stamp(random, 0)),
                    texts("1970-01-01 00:00:01.000001", "2001-09-09 01:46:40.5", "2038-01-19 03:14:07.999999")
                            .or(random -> TortureValues.stamp(random, 6)),
                    literals("0000", "1901", "1970", "2155").or(random -> "" + random.nextInt(1901, 2156))),
            ofTypes(
                    "unreadable_temporals",
                    FEW_ROWS,
                    texts("0000-00-00", "2024-00-00", "2024-02-00", "2024-01-01"),
                    texts("-838:59:59", "838:59:59", "-00:00:01", "24:00:00", "100:00:00"),
                    texts("-838:59:59", "838:59:59", "-00:00:00.000001", "24:00:00.5"),
                    texts("0000-00-00 00:00:00", "2024-00-00 00:00:00", "2024-02-29 12:00:00"),
                    texts("0000-00-00 00:00:00", "2024-02-29 12:00:00.5")),
            ofTypes(
                    "texts",
                    ROWS,
                    texts(
                                    "",
                                    "a",
                                    "A",
                                    "b",
                                    "ab",
                                    "Ab",
                                    " a",
                                    "é",
                                    "E",
                                    "ß",
                                    "'",
                                    "\\",
                                    "%",
                                    "0123456789",
                                    "\uD83D\uDE00")
                            .or(random -> TortureValues.word(random)),
                    sentences(255),
                    sentences(255),
                    texts("", " ", "a", "A", "a ", "Zebra", "zebra", "é", "É", "ÿ", "ß", "æ", "'", "\\")
                            .or(random -> TortureValues.word(random)),
                    sentences(250),
                    sentences(65_000),
                    sentences(70_000),
                    sentences(70_000),
                    texts("so-so", "happy", "Sad", "42"),
                    texts("b", "a", "D", "c", ""),
                    texts(
                            "",
                            "olives",
                            "Cheese",
                            "anchovies",
                            "basil",
                            "olives,basil",
                            "olives,Cheese,anchovies,basil"),
                    // These texts have the form in which MySQL prints JSON, so that both servers return the same text.
                    texts(
                            "null",
                            "true",
                            "0",
                            "-1.5",
                            "\"\"",
                            "\"a\"",
                            "[]",
                            "{}",
                            "[1, \"two\", null]",
                            "{\"a\": {\"b\": [true, false]}, \"bc\": \"\uD83D\uDE00\"}")),
            ofTypes(
                    "binaries",
                    FEW_ROWS,
                    bytes(8, 8),
                    bytes(0, 255),
                    bytes(0, 255),
                    bytes(0, 20_000),
                    bytes(0, 70_000),
                    bytes(0, 70_000),
                    points()),
            table(
                    "mixed",
                    ROWS,
                    by(row -> "" + (row * 7L - 300)),
                    required(texts("Ada", "Grace", "Alan", "Edsger", "Barbara", "barbara", "Ōe", "Zoë")),
                    optional(texts("ace", "Ace", "", "deep blue", "night owl")),
                    required(texts("small", "medium", "large")),
                    optional(texts("small", "medium", "large")),
                    required(range(0, 12)),
                    optional(range(0, 99)),
                    required(decimal(4, 2, false)),
                    optional(decimal(6, 2, true)),
                    required(literals("0e0").or(random -> random.nextInt(-40, 40) / 8.0 + "e0")),
                    optional(literals("0e0").or(random -> random.nextInt(16) / 2.0 + "e0")),
                    required(literals("0", "1")),
                    optional(texts("1970-01-01").or(TortureValues::date)),
                    required(texts("2024-02-29 12:00:00").or(random -> TortureValues.dateTime(random, 0))),
                    optional(texts("2024-02-29 12:00:00.000001").or(random -> TortureValues.stamp(random, 6))),
                    optional(sentences(100))),
            table(
                    "composite_keys",
                    ROWS,
                    by(row -> "" + row % 4 * 21_845),
                    by(row -> Insert.quoted(
                            List.of("a", "B", "b", "\u00e9", "10", "9", "").get(row / 4 % 7))),
                    by(row -> "" + (row / 28 * 1_000_000_007L - 7_000_000_000L)),
                    required(decimal(12, 3, true)),
                    optional(sentences(100))),
            table(
                    "text_keys",
                    FEW_ROWS,
                    by(row -> Insert.quoted(List.of("key ", "Key-", "KEY_").get(row % 3) + row)),
                    required(range(-5, 5))),
            table(
                    "unsigned_keys",
                    FEW_ROWS,
                    by(row -> Long.toUnsignedString(row < 30 ? row : -1L - 3L * (FEW_ROWS - 1 - row))),
                    optional(range(-5, 5))),
            table("keyless", FEW_ROWS, optional(range(0, 3)), optional(texts("a", "b"))),
            table(
                    "odd_names",
                    FEW_ROWS,
                    by(row -> "" + row),
                    required(range(0, 9)),
                    optional(texts("first", "second")),
                    optional(range(0, 9)),
                    optional(texts("two", "words")),
                    required(range(0, 9)),
                    optional(range(0, 9))),
            table("one_row", 1, by(_ -> "1"), by(_ -> "'alone'"), by(_ -> "42"), by(_ -> "'2024-02-29'")),
            table("all_null", ROWS, keyOnly(by(row -> "" + row), 9)));

    /** A generator of the literal of each row of a column. */
    private interface Column {
        String literal(int row, boolean last, SplittableRandom random);
    }

    private static Column by(IntFunction<String> literal) {
        return (row, _, _) -> literal.apply(row);
    }

    private static Column required(TortureValues values) {
        return (row, _, random) -> values.at(row, random);
    }

    /** Returns a column whose last row is NULL, as are about a quarter of the rows after the extremes. */
    private static Column optional(TortureValues values) {
        return (row, last, random) -> {
            String literal = values.at(row, random);
            boolean absent = row >= values.extremes().size() && random.nextInt(4) == 0;
            return last || absent ? "NULL" : literal;
        };
    }

    /** Returns a table with a key that counts from 1, and two columns for each type: one NOT NULL, one nullable. */
    private static TortureTable ofTypes(String name, int rows, TortureValues... types) {
        List<Column> columns = new ArrayList<>();
        columns.add(by(row -> "" + (row + 1)));
        for (TortureValues type : types) {
            columns.add(required(type));
            columns.add(optional(type));
        }
        return new TortureTable(name, rows, columns);
    }

    private static TortureTable table(String name, int rows, Column... columns) {
        return new TortureTable(name, rows, List.of(columns));
    }

    /** Returns the literal of a column in a row that is not the last row. */
    String literal(int column, int row, SplittableRandom random) {
        return columns.get(column).literal(row, false, random);
    }

    void fill(Connection connection) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED + name.hashCode());
        try (Insert insert = new Insert(connection, name)) {
            for (int row = 0; row < rows; row++) {
                insert.row();
                for (Column column : columns) {
                    insert.literal(column.literal(row, row == rows - 1, random));
                }
                insert.endRow();
            }
        }
    }

    private static Column[] keyOnly(Column key, int absent) {
        List<Column> columns = new ArrayList<>(List.of(key));
        columns.addAll(Collections.nCopies(absent, by(_ -> "NULL")));
        return columns.toArray(Column[]::new);
    }
}
