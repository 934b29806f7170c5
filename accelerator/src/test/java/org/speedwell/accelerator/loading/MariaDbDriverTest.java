package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.ApplicationBuilder;
import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mariadb.jdbc.MariaDbDataSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.ActorImpl;
import org.speedwell.sakila.ActorManager;
import org.speedwell.sakila.FilmListManager;
import org.speedwell.schema.Database;

/**
 * Verifies loads, streams, writes and replication through the MariaDB driver, which users may choose instead of
 * MySQL's.
 */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class MariaDbDriverTest {
    private static Speedment start(ApplicationBuilder<?, ?> builder, Database database, String schema)
            throws SQLException {
        DataSource dataSource = dataSource(database, schema);
        Speedment app = builder.withBundle(InMemoryBundle.class)
                .withComponent(
                        DataSourceConnections.class,
                        () -> DataSourceConnections.of(dataSource).withBinlog(BinlogLogin.of(database::password)))
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().follow().build())
                .build();
        app.getOrThrow(DataStoreComponent.class).load();
        return app;
    }

    private static DataSource dataSource(Database database, String schema) throws SQLException {
        MariaDbDataSource dataSource =
                new MariaDbDataSource("jdbc:mariadb://%s:%d/%s?sslMode=disable&allowPublicKeyRetrieval=true"
                        .formatted(database.host(), database.port(), schema));
        dataSource.setUser(database.user());
        dataSource.setPassword(database.password());
        return dataSource;
    }

    @Test
    void everyTypeReadsAsWithTheMySqlDriver() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_mariadb_driver")) {
            Speedment app = start(database.builder(), database.database(), database.schema());
            try (Connection connection = database.connect()) {
                ReadBack.assertSameRowsAsJdbc(app, connection);
            }
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            assertThat(store.getStatistics().tables()).hasSize(15);
            assertThat(store.verify().isEqual()).isTrue();
            app.stop();
        }
    }

    @Test
    void rowsAreWrittenAndReplicated() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_mariadb_sakila")) {
            sakila.use(start(SakilaApp.of(sakila.database(), sakila.schema()), sakila.database(), sakila.schema()));
            ActorManager actors = sakila.app().getOrThrow(ActorManager.class);
            actors.persist(new ActorImpl()
                    .setFirstName("ADA")
                    .setLastName("LOVELACE")
                    .setLastUpdate(Timestamp.valueOf("2026-01-01 00:00:00")));
            sakila.awaitAll();
            assertThat(actors.stream().filter(Actor.FIRST_NAME.equal("ADA")).count())
                    .isOne();
            assertThat(sakila.app().getOrThrow(FilmListManager.class).stream().count())
                    .as("a view, from the database")
                    .isPositive();
            sakila.execute("UPDATE film SET length = length + 1");
            sakila.awaitOwn();
            sakila.assertSameAsDatabase();
            assertThat(sakila.store().verify().isEqual()).isTrue();
        }
    }
}
