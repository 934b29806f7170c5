package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The type-torture schema ({@code torture.sql}): every type of MySQL, with its extremes, duplicates and NULLs. The rows
 * are the same at every run and on every server.
 *
 * {@snippet :
 * Torture.load(database, Progress.none());
 * }
 */
public final class Torture {

    /** The schema that the Speedment model names. */
    public static final String SCHEMA = "torture";

    private static final String FIRST_TABLE = "integers";
    private static final String CONTENT = "torture, format 1";

    private Torture() {}

    /** Makes and fills {@link #SCHEMA}; otherwise as {@link #load(Database, String, Progress)}. */
    public static void load(Database database, Progress progress) throws SQLException {
        load(database, SCHEMA, progress);
    }

    /**
     * Makes and fills a schema, in place of an older one of ours.
     *
     * @throws DatabaseException if there is a schema of that name with tables that we did not make
     * @throws SQLException if the server refuses; the schema is then known as not loaded
     */
    public static void load(Database database, String schema, Progress progress) throws SQLException {
        Schema target = new Schema(schema, FIRST_TABLE);
        try (Connection connection = database.connect();
                Progress.Task task = progress.start(schema, TortureTable.ALL.size())) {
            try (Statement statement = connection.createStatement()) {
                // strict, but zero dates may pass; the zone fixes what a TIMESTAMP literal means
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
     * Loads the schema unless it is loaded already.
     *
     * @return whether there was something to do
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

    /** Whether the schema holds these rows, all of them. Costs one look-up. */
    public static boolean isLoaded(Connection connection, String schema) throws SQLException {
        return new Schema(schema, FIRST_TABLE).isLoaded(connection, CONTENT);
    }
}
