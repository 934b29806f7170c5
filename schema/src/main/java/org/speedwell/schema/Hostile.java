package org.speedwell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The hostile schema ({@code hostile.sql}): names, types, engines, character sets and rows that a database may hold and
 * that make a loader stumble. The rows are the same at every run; servers differ as the script's comments say.
 *
 * {@snippet :
 * Hostile.load(database, "hostile");
 * }
 */
public final class Hostile {

    /** The schema that the Speedment model names. */
    public static final String SCHEMA = "hostile";

    private static final String FIRST_TABLE = "extremes";
    private static final String CONTENT = "hostile, format 2";

    private Hostile() {}

    /**
     * Makes and fills a schema, in place of an older one of ours.
     *
     * @throws DatabaseException if there is a schema of that name with tables that we did not make
     * @throws SQLException if the server refuses; the schema is then known as not loaded
     */
    public static void load(Database database, String schema) throws SQLException {
        Schema target = new Schema(schema, FIRST_TABLE);
        try (Connection connection = database.connect()) {
            try (Statement statement = connection.createStatement()) {
                // no mode: dates that are none, and values that no ENUM has, may pass; the zone fixes what a TIMESTAMP
                // is
                statement.execute("SET SESSION sql_mode = 'ALLOW_INVALID_DATES', time_zone = '+00:00'");
            }
            target.recreate(connection, Script.statements("hostile.sql"));
            target.markLoaded(connection, CONTENT);
        }
    }
}
