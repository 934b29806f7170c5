package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.torture.KeylessManager;

/** Changes tables of every type and kind of key at random. Memory has the rows that JDBC reads. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
@Timeout(1_800)
class FollowTortureTest {
    private static final int CHANGES = Integer.getInteger("speedwell.followedChanges", 240);
    private static final int BETWEEN = 40;
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123L);
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void everyTableEqualsTheDatabase() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_follow_torture");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            Speedment app = database.followed();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            TortureDatabase.change(connection, SEED, CHANGES, BETWEEN, sql -> {
                assertThat(store.await(connection, LONG))
                        .as(() -> "seed " + SEED + ": " + store.followStatus())
                        .isTrue();
                assertSame(app, store, connection, sql);
            });
            KeylessManager keyless = app.getOrThrow(KeylessManager.class);
            long before = keyless.stream().count();
            statement.execute("DELETE FROM keyless LIMIT 1");
            assertThat(store.await(connection, LONG)).isTrue();
            assertThat(keyless.stream().count()).isEqualTo(before - 1);
            assertSame(app, store, connection, "DELETE FROM keyless");
            assertThat(store.followStatus().orElseThrow().reloads()).isEqualTo(1);
            assertThat(store.verify().differences()).as("seed " + SEED).isEmpty();
            statement.execute("SET sql_log_bin = 0");
            statement.execute("DELETE FROM keyless LIMIT 1");
            statement.execute("SET sql_log_bin = 1");
            assertThat(store.verify().differences())
                    .extracting(Verification.Difference::kind)
                    .containsExactly(Verification.Kind.ROWS);
            app.stop();
        }
    }

    private static void assertSame(Speedment app, DataStoreComponent store, Connection connection, String last)
            throws SQLException {
        for (Manager<?> manager :
                app.getOrThrow(ManagerComponent.class).stream().toList()) {
            String table = manager.getTableIdentifier().getTableId();
            if (table.equals("unreadable_temporals") // JDBC cannot read it
                    || store.getStatistics().tables().stream()
                            .noneMatch(known -> known.name().endsWith("." + table))) {
                continue;
            }
            try {
                ReadBack.assertSameRowsAsJdbc(app, manager, connection);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + SEED + ", after " + last, e);
            }
        }
    }
}
