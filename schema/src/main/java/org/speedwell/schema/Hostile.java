package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The hostile schema ({@code hostile.sql}): names, types, engines, character sets and rows that a database may contain
 * and that are hard to load. The rows are the same in every run. The script's comments describe differences between
 * servers.
 * {@snippet :
 * Hostile.load(database, "hostile");
 * }
 */
public final class Hostile {

    /** The name of the schema in the Speedment model. */
    public static final String SCHEMA = "hostile";

    private static final String FIRST_TABLE = "extremes";
    private static final String CONTENT = "hostile, format 2";

    private Hostile() {}

    /**
     * Creates and fills a schema. Replaces a schema that Speedwell created before.
     *
     * @throws DatabaseException if a schema of this name has tables that Speedwell did not create
     * @throws SQLException if the server fails; the schema is then marked as incomplete
     */
    public static void load(Database database, String schema) throws SQLException {
        Schema target = new Schema(schema, FIRST_TABLE);
        try (Connection connection = database.connect()) {
            try (Statement statement = connection.createStatement()) {
                // Without a mode, invalid dates and values outside of an ENUM can be stored. The time zone defines the
                // meaning of a TIMESTAMP.
                statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
            }
            target.recreate(connection, Script.statements("hostile.sql"));
            target.markLoaded(connection, CONTENT);
        }
    }
}
