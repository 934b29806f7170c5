package org.speedwell.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A Sakila schema that only this test uses, on the test server. Closing drops it. */
record SakilaServer(Database database, String schema) implements AutoCloseable {
    SakilaServer(String schema) throws SQLException {
        this(Database.forTests(), schema);
        Sakila.scale(1).load(database, schema, Progress.none());
    }

    String url() {
        return database.url(schema);
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + schema);
        }
    }
}
