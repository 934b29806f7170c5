package org.speedwell.bench;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.JoinBundle;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** The same application over SQL or from memory. The two differ in one bundle. */
public enum Contender {
    sql,
    memory;

    /**
     * The prefix of the benchmark schemas, which the scale follows. It keeps them apart from other schemas of Sakila on
     * the server.
     */
    private static final String SCHEMA = "speedwell_bench_";

    /** Starts the application over a database that contains Sakila at scale 1. */
    Speedment start(Database database) {
        return start(database, 1);
    }

    /**
     * Starts the application over a database that contains Sakila at a scale. For {@link #memory}, it also loads the
     * tables.
     */
    public Speedment start(Database database, int scale) {
        String schema = schema(database, scale);
        SakilaApplicationBuilder builder = new SakilaApplicationBuilder()
                // prepared on the server, as the makers of the driver recommend for repeated statements
                .withConnectionUrl(database.url(schema) + "&useServerPrepStmts=true&cachePrepStmts=true")
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends statistics home
                .withSkipLogoPrintout()
                .withBundle(JoinBundle.class);
        if (this == sql) {
            return builder.build();
        }
        Speedment app = builder.withBundle(InMemoryBundle.class).build();
        app.getOrThrow(DataStoreComponent.class).load();
        return app;
    }

    /**
     * Returns the schema that contains Sakila at a scale. Loads it if it is absent, and adds indexes on rating and
     * length for the SQL queries.
     */
    public static String schema(Database database, int scale) {
        String schema = SCHEMA + scale;
        try {
            if (Sakila.scale(scale).loadIfAbsent(database, schema, scale == 1 ? Progress.none() : Progress.console())) {
                index(database, schema);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Sakila cannot be loaded: " + e.getMessage(), e);
        }
        return schema;
    }

    private static void index(Database database, String schema) throws SQLException {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE film ADD INDEX bench_rating (rating), ADD INDEX bench_length (length)");
        }
    }
}
