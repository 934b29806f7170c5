package org.speedwell.accelerator;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.schema.TortureChanges;
import org.speedwell.torture.TortureApplicationBuilder;

/** The torture schema under a name of its own, and applications over it. {@code close} drops the schema. */
public final class TortureDatabase implements AutoCloseable {
    private final Database database = Database.forTests();
    private final String schema;

    /** Creates the schema and loads it, without the rows that JDBC cannot read. */
    public TortureDatabase(String schema) throws SQLException {
        this.schema = schema;
        Torture.load(database, schema, Progress.none());
        execute("DELETE FROM unreadable_temporals");
    }

    public Database database() {
        return database;
    }

    public String schema() {
        return schema;
    }

    public Connection connect() throws SQLException {
        return database.connect(schema);
    }

    public TortureApplicationBuilder builder() {
        return new TortureApplicationBuilder()
                .withConnectionUrl(database.url(schema))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout();
    }

    /** Creates an application that answers from memory. Its tables are not loaded yet. */
    public Speedment inMemory() {
        return inMemory(StoreConfiguration.defaults());
    }

    public Speedment inMemory(StoreConfiguration configuration) {
        return builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    /**
     * Starts an application that replicates the database, with all tables in memory. Reloads are not verified, so only
     * the test compares the tables.
     */
    public Speedment followed() {
        Speedment app = inMemory(StoreConfiguration.builder()
                .badValue(BadValue.NULL)
                .follow(FollowConfiguration.builder().withoutVerifiedReloads().build())
                .build());
        app.getOrThrow(DataStoreComponent.class).load();
        return app;
    }

    /** A check of applications after some changes. */
    @FunctionalInterface
    public interface Check {
        /** @param change the last change */
        void after(String change) throws Exception;
    }

    /**
     * Executes random changes. A table may refuse some of them.
     *
     * @param between the number of changes from one check to the next; another check follows the last change
     */
    public static void change(Connection connection, long seed, int count, int between, Check check) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'");
            TortureChanges changes = new TortureChanges(seed);
            for (int i = 0; i < count; i++) {
                String sql = changes.next();
                try {
                    statement.execute(sql);
                } catch (SQLException e) {
                    continue; // the table refuses this value or key
                }
                if (i % between == 0 || i == count - 1) {
                    check.after(sql);
                }
            }
        }
    }

    /** Executes the statements on one connection. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP DATABASE " + schema);
    }
}
