package org.speedwell.accelerator.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseTable;

/**
 * The tables and views of some schemas, as the database describes them at one moment. Immutable.
 *
 * @param schema the schema of the connection; empty if it has none
 */
public record Catalogue(String schema, List<DatabaseTable> tables) {
    /** The catalogue of no schema. */
    public static final Catalogue NONE = new Catalogue("", List.of());

    public Catalogue {
        tables = List.copyOf(tables);
    }

    /**
     * Reads the tables of some schemas.
     *
     * @param schemas the names of the schemas; empty for the schema of the connection
     */
    public static Catalogue of(Connection connection, Collection<Optional<String>> schemas) throws SQLException {
        String own = current(connection);
        Set<String> names = new LinkedHashSet<>();
        schemas.forEach(schema -> names.add(schema.orElse(own)));
        List<DatabaseTable> tables = new ArrayList<>();
        for (String name : names) {
            tables.addAll(DatabaseColumns.tables(connection, name).values());
        }
        return new Catalogue(own, tables);
    }

    private static String current(Connection connection) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT DATABASE()");
                ResultSet row = query.executeQuery()) {
            return row.next() ? Objects.requireNonNullElse(row.getString(1), "") : "";
        }
    }

    /** Returns the tables of a schema. */
    public List<DatabaseTable> tables(String schemaName) {
        return tables.stream()
                .filter(table -> table.schema().equals(schemaName))
                .toList();
    }
}
