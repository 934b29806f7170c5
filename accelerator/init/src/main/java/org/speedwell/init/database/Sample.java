package org.speedwell.init.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The columns in the first rows of a table with values that a Java class cannot represent.
 *
 * @param zeroDates the columns that contain a date with a zero day, month or year
 * @param longTimes the columns that contain a time before 0:00, or of 24 hours or more
 * @param emptyConstants the ENUM columns that contain the empty value, which servers store for a wrong constant
 * @param digits the TINYINT(1) columns that contain other values than 0 and 1
 */
public record Sample(Set<String> zeroDates, Set<String> longTimes, Set<String> emptyConstants, Set<String> digits) {
    /** The sample of a table without such columns. */
    public static final Sample NONE = new Sample(Set.of(), Set.of(), Set.of(), Set.of());

    /** The number of rows that the sample reads at most. */
    public static final int ROWS = 100_000;

    private static final String IS_ZERO = "(YEAR(%1$s) = 0 OR MONTH(%1$s) = 0 OR DAY(%1$s) = 0)";
    private static final String IS_LONG = "(%1$s < '00:00:00' OR %1$s >= '24:00:00')";

    /** Constants have numbers from 1. */
    private static final String IS_EMPTY = "(%1$s + 0 = 0)";

    private static final String IS_DIGIT = "(%1$s NOT IN (0, 1))";

    /** Returns the samples of some tables, by their names. */
    public static Map<String, Sample> of(
            Connection connection, String schema, List<Table> tables, Predicate<Table> isRead) throws SQLException {
        Map<String, Sample> samples = new HashMap<>();
        for (Table table : tables) {
            if (isRead.test(table)) {
                samples.put(table.name(), of(connection, schema, table));
            }
        }
        return samples;
    }

    /**
     * Reads the first {@value #ROWS} rows of a table.
     *
     * @throws SQLException if the table cannot be read
     */
    public static Sample of(Connection connection, String schema, Table table) throws SQLException {
        Sample sample = new Sample(new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>());
        List<Check> checks = new ArrayList<>();
        for (Column column : table.columns()) {
            switch (column.type().orElse(null)) {
                case DATE, DATETIME, TIMESTAMP -> checks.add(new Check(column, IS_ZERO, sample.zeroDates));
                case TIME -> checks.add(new Check(column, IS_LONG, sample.longTimes));
                case ENUM -> checks.add(new Check(column, IS_EMPTY, sample.emptyConstants));
                case TINYINT -> {
                    if (column.isFlag()) {
                        checks.add(new Check(column, IS_DIGIT, sample.digits));
                    }
                }
                case null, default -> {}
            }
        }
        if (!checks.isEmpty()) {
            run(connection, quoted(schema) + "." + quoted(table.name()), checks);
        }
        return sample;
    }

    /**
     * A test of the values of a column.
     *
     * @param condition the format of an SQL condition, whose argument is the column
     * @param found receives the name of the column if the condition is true for a row
     */
    private record Check(Column column, String condition, Set<String> found) {
        String max() {
            return "MAX(" + condition.formatted(quoted(column.name())) + ")";
        }
    }

    private static void run(Connection connection, String table, List<Check> checks) throws SQLException {
        String found = checks.stream().map(Check::max).collect(Collectors.joining(", "));
        String columns =
                checks.stream().map(check -> quoted(check.column.name())).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + found + " FROM (SELECT " + columns + " FROM " + table
                        + " LIMIT " + ROWS + ") first_rows")) {
            row.next();
            for (int i = 0; i < checks.size(); i++) {
                if (row.getInt(i + 1) != 0) {
                    checks.get(i).found.add(checks.get(i).column.name());
                }
            }
        }
    }

    /** Returns the value of a column in the first row, as text. Empty if the value is NULL or the table has no rows. */
    public static Optional<String> firstValue(Connection connection, String schema, Table table, Column column)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + quoted(column.name()) + " FROM " + quoted(schema)
                        + "." + quoted(table.name()) + " LIMIT 1")) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }

    /** Returns whether any row has a date with a zero day, month or year. The query may read the whole table. */
    public static boolean hasZeroDates(Connection connection, String schema, Table table, List<Column> dates)
            throws SQLException {
        String condition = dates.stream()
                .map(column -> IS_ZERO.formatted(quoted(column.name())))
                .collect(Collectors.joining(" OR "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + quoted(schema) + "." + quoted(table.name())
                        + " WHERE " + condition + " LIMIT 1")) {
            return row.next();
        }
    }

    /** Quotes a name for SQL, with backticks. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
