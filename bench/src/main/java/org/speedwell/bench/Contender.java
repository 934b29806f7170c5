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

/** The same application over SQL or from memory: one bundle is the difference. */
public enum Contender {
    sql,
    memory;

    /** The schemas of the benchmarks, beside any other Sakila of the server: this and the scale. */
    private static final String SCHEMA = "speedwell_bench_";

    /** The application over a database that holds Sakila at scale 1. */
    Speedment start(Database database) {
        return start(database, 1);
    }

    /** The application over a database that holds Sakila at a scale. */
    public Speedment start(Database database, int scale) {
        String schema = schema(database, scale);
        SakilaApplicationBuilder builder = new SakilaApplicationBuilder()
                // prepared on the server, as the driver's makers advise for repeated statements
                .withConnectionUrl(database.url(schema) + "&useServerPrepStmts=true&cachePrepStmts=true")
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withParam("statistics.scheduler.enabled", "false") // Speedment would call home
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
     * The schema that holds Sakila at a scale, loaded if it is not there yet, with an index on rating and on length for
     * SQL's sake.
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
