package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.TortureApplicationBuilder;

/** Every type of MySQL, from a real server into memory and back. */
class TortureLoadTest {
    private static final String SCHEMA = "torture_load";

    private final Database database = Database.forTests();
    private Speedment app;

    @BeforeEach
    void start() throws SQLException {
        Torture.load(database, SCHEMA, Progress.none());
        app = new TortureApplicationBuilder()
                .withConnectionUrl(database.url(SCHEMA))
                .withUsername(database.user())
                .withPassword(database.password())
                .withSchema(SCHEMA)
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();
    }

    @AfterEach
    void stop() throws SQLException {
        app.stop();
        execute("DROP DATABASE " + SCHEMA);
    }

    @Test
    void everyColumnOfEveryTableReadsBackAsJdbcGivesIt() throws SQLException {
        execute("DELETE FROM " + SCHEMA + ".unreadable_temporals");
        app.getOrThrow(DataStoreComponent.class).load();

        List<Manager<?>> managers = app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .toList();
        assertThat(managers).hasSize(15);
        try (Connection connection = database.connect(SCHEMA)) {
            for (Manager<?> manager : managers) {
                ReadBack.assertEqualToJdbc(app, manager, connection);
            }
        }
    }

    @Test
    void aValueThatJdbcCannotGiveIsNamed() {
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);

        assertThatThrownBy(store::load)
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining(SCHEMA + ".unreadable_temporals, column ")
                .hasMessageContaining("row id = ");
        assertThat(store.version()).isZero();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
