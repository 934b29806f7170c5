package org.speedwell.bench.htap;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A JDBC connection of a terminal. The driver keeps the prepared statements. For one thread. */
record Session(Connection connection) implements AutoCloseable {

    /** A row of a result. Columns count from 1, as in JDBC. */
    interface Row {
        int number(int column) throws SQLException;

        BigDecimal decimal(int column) throws SQLException;

        String text(int column) throws SQLException;
    }

    /** A function that reads a row. */
    @FunctionalInterface
    interface Reader<R> {
        R read(Row row) throws SQLException;
    }

    /** Runs a statement that changes rows, and returns their number. */
    int update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters)) {
            return statement.executeUpdate();
        }
    }

    /** Runs a query and reads all its rows. */
    <R> List<R> rows(Reader<R> reader, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(sql, parameters);
                ResultSet result = statement.executeQuery()) {
            Row row = of(result);
            List<R> rows = new ArrayList<>();
            while (result.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        }
    }

    /** Runs a query that has exactly one row. */
    <R> R row(Reader<R> reader, String sql, Object... parameters) throws SQLException {
        List<R> rows = rows(reader, sql, parameters);
        if (rows.size() != 1) {
            throw new IllegalStateException(rows.size() + " rows instead of one: " + sql);
        }
        return rows.getFirst();
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    private static Row of(ResultSet result) {
        return new Row() {
            @Override
            public int number(int column) throws SQLException {
                return result.getInt(column);
            }

            @Override
            public BigDecimal decimal(int column) throws SQLException {
                return result.getBigDecimal(column);
            }

            @Override
            public String text(int column) throws SQLException {
                return result.getString(column);
            }
        };
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
