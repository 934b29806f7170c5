package org.speedwell.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** A Sakila schema that only this test uses, on the test server, and the Spring properties for it. */
public final class SakilaServer implements AutoCloseable {
    private final Database database = Database.forTests();
    private final String schema;

    /** Creates and fills the schema. Replaces a schema of the same name. */
    public SakilaServer(String schema) throws SQLException {
        this.schema = schema;
        Sakila.scale(1).load(database, schema, Progress.none());
    }

    /** Returns the properties, as {@code application.properties} would contain them. */
    public String[] properties() {
        return new String[] {
            "spring.datasource.url=" + database.url(schema),
            "spring.datasource.username=" + database.user(),
            "spring.datasource.password=" + database.password(),
            "speedwell.schema=" + schema
        };
    }

    /** Returns the URL by which MariaDB's driver finds the schema. */
    String mariaDbUrl() {
        return "jdbc:mariadb://%s:%d/%s?sslMode=disable&allowPublicKeyRetrieval=true"
                .formatted(database.host(), database.port(), schema);
    }

    /** Returns the value of one of {@link #properties}. */
    String property(String name) {
        return Arrays.stream(properties())
                .filter(property -> property.startsWith(name + "="))
                .map(property -> property.substring(name.length() + 1))
                .findFirst()
                .orElseThrow();
    }

    /** Opens a connection outside the application's pool. */
    public Connection connect() throws SQLException {
        return database.connect(schema);
    }

    /** Executes and commits a statement. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP DATABASE " + schema);
    }
}
