package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Helpers for statements with small results. */
public final class Sql {

    private Sql() {}

    /** A function that reads a row. */
    public interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    public static void execute(Connection connection, String statement) throws SQLException {
        try (Statement made = connection.createStatement()) {
            made.execute(statement);
        }
    }

    /** Runs a query and returns the result of {@code row} for each row. */
    public static <T> List<T> rows(Connection connection, String query, Row<T> row) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<T> read = new ArrayList<>();
            while (rows.next()) {
                read.add(row.read(rows));
            }
            return read;
        }
    }

    /**
     * Runs a query and returns the result of {@code row} for the first row. Empty if there is no row, or the result is
     * null.
     */
    public static <T> Optional<T> row(Connection connection, String query, Row<T> row) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? Optional.ofNullable(row.read(rows)) : Optional.empty();
        }
    }

    /** Runs a query for variables and returns their values. The keys are names in lower case. */
    public static Map<String, String> variables(Connection connection, String query) throws SQLException {
        Map<String, String> variables = new HashMap<>();
        rows(connection, query, row -> variables.put(row.getString(1).toLowerCase(Locale.ROOT), row.getString(2)));
        return variables;
    }
}
