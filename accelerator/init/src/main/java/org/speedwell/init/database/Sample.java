package org.speedwell.init.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.speedwell.accelerator.builder.MySqlType;

/**
 * The columns in the first rows of a table whose values JDBC's classes of dates and times cannot represent.
 *
 * @param zeroDates the columns that contain a date with a zero day, month or year
 * @param longTimes the columns that contain a time before 0:00, or of 24 hours or more
 */
public record Sample(Set<String> zeroDates, Set<String> longTimes) {
    /** The number of rows that the sample reads at most. */
    public static final int ROWS = 100_000;

    private static final String IS_ZERO = "(YEAR(%1$s) = 0 OR MONTH(%1$s) = 0 OR DAY(%1$s) = 0)";

    /**
     * Reads the first {@value #ROWS} rows of a table.
     *
     * @throws SQLException if the table cannot be read
     */
    public static Sample of(Connection connection, String schema, Table table) throws SQLException {
        List<Column> dates = ofTypes(table, MySqlType.DATE, MySqlType.DATETIME, MySqlType.TIMESTAMP);
        List<Column> times = ofTypes(table, MySqlType.TIME);
        Sample sample = new Sample(new HashSet<>(), new HashSet<>());
        if (dates.isEmpty() && times.isEmpty()) {
            return sample;
        }
        List<String> found = new ArrayList<>();
        dates.forEach(date -> found.add("MAX" + IS_ZERO.formatted(quoted(date.name()))));
        times.forEach(time -> found.add("MAX(%1$s < '00:00:00' OR %1$s >= '24:00:00')".formatted(quoted(time.name()))));
        String columns = Stream.concat(dates.stream(), times.stream())
                .map(column -> quoted(column.name()))
                .collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + String.join(", ", found) + " FROM (SELECT " + columns
                        + " FROM " + quoted(schema) + "." + quoted(table.name()) + " LIMIT " + ROWS + ") first_rows")) {
            row.next();
            for (int i = 0; i < found.size(); i++) {
                if (row.getInt(i + 1) != 0) {
                    boolean isDate = i < dates.size();
                    (isDate ? sample.zeroDates : sample.longTimes)
                            .add((isDate ? dates.get(i) : times.get(i - dates.size())).name());
                }
            }
        }
        return sample;
    }

    private static List<Column> ofTypes(Table table, MySqlType... types) {
        return table.columns().stream()
                .filter(column -> column.type().filter(List.of(types)::contains).isPresent())
                .toList();
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
