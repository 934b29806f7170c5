package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.StreamSupplierComponentDecorator;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.hostile.PartsManager;
import org.speedwell.hostile.ZeroDatesManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;

/** Verifies that every rule and setting refuses a zero date in a primary key, because a key is never NULL. */
@Tag("fault")
@Tag("database")
@SuppressWarnings("NullAway.Init") // each test starts its application first
class ZeroDateKeyTest {
    private static final String SCHEMA = "speedwell_test_zero_keys";
    private static final Database DATABASE = Database.forTests();

    private Speedment app;

    @BeforeAll
    static void insertAZeroDate() throws SQLException {
        Hostile.load(DATABASE, SCHEMA);
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute("INSERT INTO parts VALUES (77, '0000-00-00', 'zero')");
        }
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    private DataStoreComponent start(String setting, BadValue rule) {
        StoreConfiguration configuration = StoreConfiguration.builder()
                .withoutTable(ZeroDatesManager.IDENTIFIER)
                .badValue(rule)
                .build();
        app = new HostileApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA) + setting)
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withParam("statistics.scheduler.enabled", "false") // otherwise Speedment sends usage statistics
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
        return app.getOrThrow(DataStoreComponent.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "&useServerPrepStmts=true",
                "&zeroDateTimeBehavior=CONVERT_TO_NULL",
                "&zeroDateTimeBehavior=CONVERT_TO_NULL&useServerPrepStmts=true"
            })
    void messageNamesTheRowAndTheDatabaseType(String setting) {
        for (BadValue rule : BadValue.values()) {
            DataStoreComponent store = start(setting, rule);
            assertThatThrownBy(store::load)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("Table " + SCHEMA + ".parts, column day, row ")
                    .hasMessageContaining("id = 77")
                    .hasMessageContaining("set the databaseType of the column to java.lang.String in speedment.json")
                    .hasMessageNotContaining("CONVERT_TO_NULL in the URL")
                    .hasMessageNotContaining("badValue(");
            app.stop();
        }
    }

    @Test
    void decoratedLoadRefusesAZeroDateKey() {
        DataStoreComponent store = start("&zeroDateTimeBehavior=CONVERT_TO_NULL", BadValue.NULL);
        LoadConfiguration decorated = LoadConfiguration.builder()
                .decorator(StreamSupplierComponentDecorator.builder()
                        .withStreamDecorator(PartsManager.IDENTIFIER, rows -> rows)
                        .build())
                .build();
        assertThatThrownBy(() -> store.load(decorated))
                .hasMessageContaining("Table " + SCHEMA + ".parts, column day, row ")
                .hasMessageContaining("NULL in the primary key");
    }
}
