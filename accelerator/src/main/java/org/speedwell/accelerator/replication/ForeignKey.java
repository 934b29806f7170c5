package org.speedwell.accelerator.replication;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.speedwell.accelerator.database.Sql;

/**
 * A foreign key by which a server changes rows that its binlog does not contain.
 *
 * @param parent the referenced table, by schema and name
 * @param child the table whose rows change
 * @param parentColumns the columns in the key's order
 * @param childColumns the columns in the same order
 */
public record ForeignKey(
        String parent,
        String child,
        List<String> parentColumns,
        List<String> childColumns,
        Rule onUpdate,
        Rule onDelete) {
    private static final String QUERY = """
            SELECT k.CONSTRAINT_SCHEMA, k.CONSTRAINT_NAME, k.TABLE_SCHEMA, k.TABLE_NAME, k.COLUMN_NAME,
                   k.REFERENCED_TABLE_SCHEMA, k.REFERENCED_TABLE_NAME, k.REFERENCED_COLUMN_NAME,
                   r.UPDATE_RULE, r.DELETE_RULE
            FROM information_schema.KEY_COLUMN_USAGE k
            JOIN information_schema.REFERENTIAL_CONSTRAINTS r ON r.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA
                AND r.CONSTRAINT_NAME = k.CONSTRAINT_NAME AND r.TABLE_NAME = k.TABLE_NAME
            WHERE r.UPDATE_RULE IN ('CASCADE', 'SET NULL') OR r.DELETE_RULE IN ('CASCADE', 'SET NULL')
            ORDER BY k.CONSTRAINT_SCHEMA, k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION
            """;

    /** The effect on the rows that reference a changed one. */
    enum Rule {
        CASCADE,
        SET_NULL,
        /** No effect: the server refuses to change the referenced row. */
        NONE;

        static Rule of(String name) {
            return switch (name) {
                case "CASCADE" -> CASCADE;
                case "SET NULL" -> SET_NULL;
                default -> NONE;
            };
        }
    }

    /** Returns the keys of a server that change rows, by referenced table. */
    public static Map<String, List<ForeignKey>> of(Connection connection) throws SQLException {
        Map<String, List<ForeignKey>> byParent = new LinkedHashMap<>();
        Map<List<String>, ForeignKey> keys = new LinkedHashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUERY)) {
            while (row.next()) {
                ForeignKey key = new ForeignKey(
                        name(row.getString(6), row.getString(7)),
                        name(row.getString(3), row.getString(4)),
                        new ArrayList<>(),
                        new ArrayList<>(),
                        Rule.of(row.getString(9)),
                        Rule.of(row.getString(10)));
                ForeignKey known = keys.putIfAbsent(List.of(row.getString(1), row.getString(4), row.getString(2)), key);
                ForeignKey whole = known == null ? key : known;
                whole.parentColumns.add(row.getString(8));
                whole.childColumns.add(row.getString(5));
            }
        }
        keys.values()
                .forEach(key -> byParent.computeIfAbsent(key.parent, parent -> new ArrayList<>())
                        .add(key));
        return byParent;
    }

    /**
     * Returns whether the binlog contains the rows that foreign keys change. Since version 9.6 MySQL may enforce the
     * keys above its storage engine, and then logs these rows. A transaction that is logged as statements has no rows
     * at all.
     */
    public static boolean areLogged(Connection connection) {
        try {
            return Sql.row(connection, "SELECT @@global.innodb_native_foreign_keys", row -> row.getInt(1) == 0)
                    .orElse(false);
        } catch (SQLException e) {
            return false; // no other server has that variable, or logs these rows
        }
    }

    /** Returns the name of a table in the form that this package uses. */
    public static String name(String schema, String table) {
        return (schema + '.' + table).toLowerCase(Locale.ROOT);
    }
}
