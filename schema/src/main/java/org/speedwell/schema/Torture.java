package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The type-torture schema ({@code torture.sql}): every type of MySQL, with its extremes, duplicates and NULLs. The rows
 * are the same in every run and on every server.
 * {@snippet :
 * Torture.load(database, Progress.none());
 * }
 */
public final class Torture {

    /** The name of the schema in the Speedment model. */
    public static final String SCHEMA = "torture";

    private static final String FIRST_TABLE = "integers";
    private static final String CONTENT = "torture, format 1";

    private Torture() {}

    /** Creates and fills {@link #SCHEMA}, like {@link #load(Database, String, Progress)}. */
    public static void load(Database database, Progress progress) throws SQLException {
        load(database, SCHEMA, progress);
    }

    /**
     * Creates and fills a schema. Replaces a schema that Speedwell created before.
     *
     * @throws DatabaseException if a schema of this name has tables that Speedwell did not create
     * @throws SQLException if the server fails; {@link #isLoaded} then returns false for the schema
     */
    public static void load(Database database, String schema, Progress progress) throws SQLException {
        Schema target = new Schema(schema, FIRST_TABLE);
        try (Connection connection = database.connect();
                Progress.Task task = progress.start(schema, TortureTable.ALL.size())) {
            try (Statement statement = connection.createStatement()) {
                // Strict, but zero dates are valid. The time zone defines the meaning of a TIMESTAMP literal.
                statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'");
            }
            target.recreate(connection, Script.statements("torture.sql"));
            for (TortureTable table : TortureTable.ALL) {
                table.fill(connection);
                task.advance(1);
            }
            target.markLoaded(connection, CONTENT);
        }
    }

    /**
     * Loads the schema unless it is already loaded.
     *
     * @return whether the method loaded the schema
     * @throws DatabaseException as {@link #load(Database, String, Progress)} does
     * @throws SQLException as {@link #load(Database, String, Progress)} does
     */
    public static boolean loadIfAbsent(Database database, String schema, Progress progress) throws SQLException {
        try (Connection connection = database.connect()) {
            if (isLoaded(connection, schema)) {
                return false;
            }
        }
        load(database, schema, progress);
        return true;
    }

    /** Returns whether the schema contains all of these rows. Costs one look-up. */
    public static boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, CONTENT);
    }
}
