package org.speedwell.accelerator.arrow;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.schema.TortureChanges;
import org.speedwell.torture.TortureApplicationBuilder;

/** An application that follows a database with every type of MySQL, the extremes of each type, and many NULLs. */
final class TortureTables implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Database database = Database.forTests();
    private final String schema;
    private final Speedment app;

    TortureTables(String schema) throws SQLException {
        this.schema = schema;
        Torture.load(database, schema, Progress.none());
        execute("DELETE FROM unreadable_temporals"); // JDBC cannot read them
        app = new TortureApplicationBuilder()
                .withConnectionUrl(database.url(schema))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(schema)
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .badValue(BadValue.NULL)
                                .follow(FollowConfiguration.builder()
                                        .withoutVerifiedReloads()
                                        .build())
                                .build())
                .build();
        store().load();
    }

    DataStoreComponent store() {
        return app.getOrThrow(DataStoreComponent.class);
    }

    /** Returns the managers of the tables in memory. */
    List<Manager<?>> managers() {
        List<String> known = store().getStatistics().tables().stream()
                .map(table -> table.name().substring(table.name().indexOf('.') + 1))
                .toList();
        return app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> known.contains(manager.getTableIdentifier().getTableId()))
                .toList();
    }

    Manager<?> manager(String table) {
        return managers().stream()
                .filter(manager -> manager.getTableIdentifier().getTableId().equals(table))
                .findFirst()
                .orElseThrow();
    }

    /** Executes random changes, of which a table may refuse some, and waits until memory shows them. */
    void change(long seed, int count) throws Exception {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("SET SESSION sql_mode = 'STRICT_ALL_TABLES', time_zone = '+00:00'");
            TortureChanges changes = new TortureChanges(seed);
            for (int i = 0; i < count; i++) {
                try {
                    statement.execute(changes.next());
                } catch (SQLException e) {
                    continue; // the table refuses this value or key
                }
            }
            if (!store().await(connection, LONG)) {
                throw new AssertionError("seed " + seed + ": " + store().followStatus());
            }
        }
    }

    /** Executes statements, and waits until memory shows their changes. */
    void follow(String... statements) throws Exception {
        execute(statements);
        try (Connection connection = database.connect(schema)) {
            if (!store().await(connection, LONG)) {
                throw new AssertionError(store().followStatus().toString());
            }
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect(schema);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        app.stop();
        execute("DROP DATABASE " + schema);
    }
}
