package org.speedwell.init.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A reader of {@code information_schema}. It sees only what the user may see. */
public final class Catalogue {
    private static final String TABLES = """
            SELECT t.TABLE_NAME, t.TABLE_TYPE, t.ENGINE, e.TRANSACTIONS, t.TABLE_ROWS, t.DATA_LENGTH
            FROM information_schema.TABLES t
            LEFT JOIN information_schema.ENGINES e ON e.ENGINE = t.ENGINE
            WHERE t.TABLE_SCHEMA = ?
            ORDER BY t.TABLE_NAME
            """;
    private static final String COLUMNS = """
            SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, NUMERIC_PRECISION, NUMERIC_SCALE, IS_NULLABLE, EXTRA
            FROM information_schema.COLUMNS
            WHERE TABLE_SCHEMA = ?
            ORDER BY TABLE_NAME, ORDINAL_POSITION
            """;
    private static final String INDEXES = """
            SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, COLLATION
            FROM information_schema.STATISTICS
            WHERE TABLE_SCHEMA = ?
            ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX
            """;
    private static final String FOREIGN_KEYS = """
            SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME,
                REFERENCED_COLUMN_NAME
            FROM information_schema.KEY_COLUMN_USAGE
            WHERE TABLE_SCHEMA = ? AND REFERENCED_TABLE_NAME IS NOT NULL
            ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION
            """;

    private final Map<String, List<Column>> columns = new HashMap<>();
    private final Map<String, Map<String, Index>> indexes = new HashMap<>();
    private final Map<String, Map<String, ForeignKey>> foreignKeys = new HashMap<>();
    private final List<Table> tables = new ArrayList<>();

    private Catalogue() {}

    /** Returns all tables and views of a schema in the order of their names. Empty if the user sees no such schema. */
    public static List<Table> of(Connection connection, String schema) throws SQLException {
        Catalogue catalogue = new Catalogue();
        read(connection, COLUMNS, schema, catalogue::addColumn);
        read(connection, INDEXES, schema, catalogue::addIndex);
        read(connection, FOREIGN_KEYS, schema, catalogue::addForeignKey);
        read(connection, TABLES, schema, catalogue::addTable);
        return catalogue.tables;
    }

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private static void read(Connection connection, String query, String schema, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    row.read(rows);
                }
            }
        }
    }

    private void addColumn(ResultSet row) throws SQLException {
        columns.computeIfAbsent(row.getString(1), table -> new ArrayList<>())
                .add(new Column(
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getString(7).equals("YES"),
                        text(row, 8)));
    }

    private void addIndex(ResultSet row) throws SQLException {
        boolean unique = row.getInt(3) == 0;
        indexes.computeIfAbsent(row.getString(1), table -> new LinkedHashMap<>())
                .computeIfAbsent(row.getString(2), name -> new Index(name, unique, new ArrayList<>()))
                .parts()
                .add(new Index.Part(text(row, 4), text(row, 5).equals("D")));
    }

    private void addForeignKey(ResultSet row) throws SQLException {
        String schema = row.getString(4);
        String table = row.getString(5);
        ForeignKey key = foreignKeys
                .computeIfAbsent(row.getString(1), owner -> new LinkedHashMap<>())
                .computeIfAbsent(
                        row.getString(2),
                        name -> new ForeignKey(name, new ArrayList<>(), schema, table, new ArrayList<>()));
        key.columns().add(row.getString(3));
        key.referencedColumns().add(row.getString(6));
    }

    private void addTable(ResultSet row) throws SQLException {
        String name = row.getString(1);
        tables.add(new Table(
                name,
                row.getString(2),
                text(row, 3),
                "YES".equals(row.getString(4)),
                row.getLong(5),
                row.getLong(6),
                columns.getOrDefault(name, List.of()),
                List.copyOf(indexes.getOrDefault(name, Map.of()).values()),
                List.copyOf(foreignKeys.getOrDefault(name, Map.of()).values())));
    }

    private static String text(ResultSet row, int column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }
}
