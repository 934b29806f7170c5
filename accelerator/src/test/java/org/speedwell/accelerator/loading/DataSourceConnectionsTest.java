package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.transaction.TransactionComponent;
import com.speedment.runtime.core.component.transaction.TransactionHandler;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorImpl;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Verifies an application whose connections come from a pool. It has no URL, user or password itself. */
@Tag("database")
@Timeout(600)
class DataSourceConnectionsTest {
    private static final String SCHEMA = "speedwell_test_data_source";
    private static final Duration LONG = Duration.ofMinutes(2);

    private final Database database = Database.forTests();
    private HikariDataSource queries;
    private HikariDataSource loads;

    @SuppressWarnings("NullAway.Init")
    private Speedment app;

    @BeforeEach
    void fill() throws SQLException {
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        queries = pool("queries", 2);
        loads = pool("loads", 5);
    }

    @AfterEach
    void stop() throws SQLException {
        if (app != null) {
            app.stop();
        }
        assertThat(queries.getHikariPoolMXBean().getActiveConnections()).isZero();
        assertThat(loads.getHikariPoolMXBean().getActiveConnections()).isZero();
        queries.close();
        loads.close();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
        Lease.reclaim();
    }

    @Test
    void loadsQueriesAndWritesUseTheDataSource() throws SQLException {
        app = start(DataSourceConnections.of(queries), StoreConfiguration.defaults());
        assertThat(app.getOrThrow(FilmManager.class).stream().count()).isEqualTo(1_000);
        assertThat(app.getOrThrow(FilmListManager.class).stream().count())
                .as("a view, from the database")
                .isPositive();

        ActorManager actors = app.getOrThrow(ActorManager.class);
        actors.persist(actor("ADA"));
        assertThat(count("ADA")).isOne();
        Actor first =
                actors.stream().filter(Actor.ACTOR_ID.equal(1)).findFirst().orElseThrow();
        store().update(actors, first, changed -> changed.setFirstName("ALAN"));
        assertThat(count("ALAN")).isOne();
        try (Connection connection = queries.getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
        }
    }

    @Test
    void transactionsUseOneConnection() throws SQLException {
        app = start(DataSourceConnections.of(queries), StoreConfiguration.defaults());
        ActorManager actors = app.getOrThrow(ActorManager.class);
        TransactionHandler transactions =
                app.getOrThrow(TransactionComponent.class).createTransactionHandler();
        transactions.createAndAccept(transaction -> {
            actors.persist(actor("GRACE"));
            transaction.rollback();
            actors.persist(actor("HEDY"));
            transaction.commit();
            actors.persist(actor("ROSALIND"));
        });
        assertThat(count("GRACE")).isZero();
        assertThat(count("HEDY")).isOne();
        assertThat(count("ROSALIND")).as("never committed").isZero();
    }

    @Test
    void loadsCanUseASeparatePool() {
        queries.close();
        app = builder(DataSourceConnections.of(queries).withLoads(loads), StoreConfiguration.defaults())
                .withSkipCheckDatabaseConnectivity()
                .build();
        store().load(LoadConfiguration.builder().tableLocks().build());
        assertThat(app.getOrThrow(FilmManager.class).stream().count()).isEqualTo(1_000);
        queries = pool("again", 1);
    }

    @Test
    void binlogUsesTheServerOfTheDataSourceAndThePasswordSupplier() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        DataSourceConnections connections = DataSourceConnections.of(queries)
                .withLoads(loads)
                .withBinlog(BinlogLogin.of(() -> {
                    asked.incrementAndGet();
                    return database.password();
                }));
        app = start(connections, StoreConfiguration.builder().follow().build());
        app.getOrThrow(ActorManager.class).persist(actor("FOLLOWED"));
        assertThat(store().await(LONG)).as(store().followStatus()::toString).isTrue();
        assertThat(app.getOrThrow(ActorManager.class).stream()
                        .filter(Actor.FIRST_NAME.equal("FOLLOWED"))
                        .count())
                .isOne();
        assertThat(asked).hasPositiveValue();
    }

    @Test
    void withoutALoginTheBinlogUsesTheBuildersPassword() throws Exception {
        app = builder(
                        DataSourceConnections.of(loads),
                        StoreConfiguration.builder().follow().build())
                .withPassword(database.password())
                .build();
        store().load();
        app.getOrThrow(ActorManager.class).persist(actor("FOLLOWED"));
        assertThat(store().await(LONG)).as(store().followStatus()::toString).isTrue();
    }

    @Test
    void closedDataSourceIsReported() {
        app = start(DataSourceConnections.of(queries), StoreConfiguration.defaults());
        queries.close();
        assertThatThrownBy(() -> store().load())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("No connection to database sakila")
                .hasMessageContaining("has been closed");
        assertThat(app.getOrThrow(FilmManager.class).stream().count())
                .as("the version before serves on")
                .isEqualTo(1_000);
        queries = pool("again", 1);
    }

    private Speedment start(DataSourceConnections connections, StoreConfiguration configuration) {
        app = builder(connections, configuration).build();
        store().load();
        return app;
    }

    private DataStoreComponent store() {
        return app.getOrThrow(DataStoreComponent.class);
    }

    private static SakilaApplicationBuilder builder(
            DataSourceConnections connections, StoreConfiguration configuration) {
        return new SakilaApplicationBuilder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .withComponent(DataSourceConnections.class, () -> connections)
                .withSchema(SCHEMA)
                .withParam("db.mysql.collationName", "utf8mb4_general_ci")
                .withParam("db.mysql.binaryCollationName", "utf8mb4_bin")
                .withSkipLogoPrintout();
    }

    private HikariDataSource pool(String name, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(database.url(SCHEMA));
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(120_000);
        return new HikariDataSource(config);
    }

    private static Actor actor(String name) {
        return new ActorImpl()
                .setFirstName(name)
                .setLastName("LOVELACE")
                .setLastUpdate(Timestamp.valueOf("2026-01-01 00:00:00"));
    }

    private long count(String firstName) throws SQLException {
        try (Connection connection = database.connect(SCHEMA);
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT COUNT(*) FROM actor WHERE first_name = '" + firstName + "'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
