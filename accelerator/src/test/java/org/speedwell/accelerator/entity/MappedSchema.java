package org.speedwell.accelerator.entity;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.schema.Database;

/** A schema for the tables of mapped classes. {@code close} drops it. */
public final class MappedSchema implements AutoCloseable {
    private final Database database = Database.forTests();
    private final String name;

    /** Creates the schema with the statements of its tables. Replaces a schema of the same name. */
    public MappedSchema(String name, String... statements) throws SQLException {
        this.name = name;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + name);
            statement.execute("CREATE DATABASE " + name);
            statement.execute("USE " + name);
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String url() {
        return database.url(name);
    }

    String user() {
        return database.user();
    }

    String password() {
        return database.password();
    }

    /** Opens a connection to the schema. The caller closes it. */
    public Connection connect() throws SQLException {
        return database.connect(name);
    }

    /** Returns the connections of an application. */
    public MysqlDataSource dataSource() {
        MysqlDataSource dataSource = new MysqlDataSource();
        configure(dataSource);
        return dataSource;
    }

    /** Sets the URL and the login of a data source. */
    public void configure(MysqlDataSource dataSource) {
        dataSource.setUrl(url());
        dataSource.setUser(user());
        dataSource.setPassword(password());
    }

    /** Executes statements on a connection of their own. */
    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    EntityModels models(ClassMapping<?>... mappings) throws SQLException {
        try (Connection connection = connect()) {
            return EntityModels.of(
                    List.of(mappings),
                    Catalogue.of(
                            connection,
                            Arrays.stream(mappings).map(ClassMapping::schema).toList()),
                    "db",
                    (table, column) -> new ColumnId(column, List.of(table, column)));
        }
    }

    EntityModels models(Class<?>... types) throws SQLException {
        return models(Arrays.stream(types).map(ClassMapping::of).toArray(ClassMapping<?>[]::new));
    }

    /** Loads the table of a class, and returns its rows in the order of the primary key. */
    <E> List<E> rows(EntityModels models, Class<E> type) throws Exception {
        TableStore<E> table = Objects.requireNonNull(
                load(models).table(models.of(type).table().identifier()));
        List<E> rows = new ArrayList<>();
        for (int row = 0; row < table.end(); row++) {
            rows.add(table.entity(row));
        }
        return rows;
    }

    Snapshot load(EntityModels models) throws Exception {
        return new SnapshotLoader(
                        models.all().stream().map(EntityModel::table).toList(),
                        _ -> connection(),
                        settings(),
                        (t, r, e, p) -> {})
                .load(1);
    }

    private Connection connection() {
        try {
            return connect();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LoadSettings settings() {
        return new LoadSettings(
                2,
                _ -> Long.MAX_VALUE,
                LoadSettings.Consistency.SNAPSHOT,
                Duration.ofSeconds(30),
                _ -> true,
                _ -> true,
                _ -> false,
                false,
                List.of(),
                Map.of(),
                new LoadSettings.Decorator() {
                    @Override
                    public <E> @Nullable Function<Stream<E>, Stream<E>> of(TableId<E> table) {
                        return null;
                    }
                },
                MemoryBudget.UNLIMITED,
                null,
                null);
    }

    @Override
    public void close() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + name);
        }
    }
}
