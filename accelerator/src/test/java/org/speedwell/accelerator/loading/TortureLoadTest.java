package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.TortureDatabase;

/** Loads every type of MySQL from a real server and compares memory with the database. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
class TortureLoadTest {

    @Test
    void everyColumnOfEveryTableEqualsJdbc() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_load")) {
            Speedment app = database.inMemory();
            app.getOrThrow(DataStoreComponent.class).load();
            List<Manager<?>> managers = app.getOrThrow(ManagerComponent.class).stream()
                    .<Manager<?>>map(manager -> manager)
                    .toList();

            assertThat(managers).hasSize(15);
            try (Connection connection = database.connect()) {
                for (Manager<?> manager : managers) {
                    ReadBack.assertEqualToJdbc(app, manager, connection);
                }
            }
            app.stop();
        }
    }
}
