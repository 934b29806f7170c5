package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.torture.CompositeKeysManager;
import org.speedwell.torture.KeylessManager;
import org.speedwell.torture.TextKeysManager;

/**
 * Verifies that reloads lose no change that three writers commit meanwhile. Tables without a primary key, TRUNCATE,
 * ALTER and the user cause the reloads. {@code -Dspeedwell.reloadRaces=N} sets the number of rounds,
 * {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
@Tag("database")
@Timeout(3_600)
class ReloadRaceTest {
    private static final int ROUNDS = Integer.getInteger("speedwell.reloadRaces", 12);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_124);
    private static final int STATEMENTS = 40;
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void reloadLosesNoCommittedChange() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_reload_races");
                Connection connection = database.connect()) {
            Speedment app = database.followed();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            List<Manager<?>> managers = List.of(
                    app.getOrThrow(KeylessManager.class),
                    app.getOrThrow(CompositeKeysManager.class),
                    app.getOrThrow(TextKeysManager.class));
            for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
                List<CompletableFuture<Void>> writers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    SplittableRandom random = new SplittableRandom(seed * 3 + i);
                    writers.add(CompletableFuture.runAsync(() -> write(database, random)));
                }
                if (seed % 3 == 0) {
                    store.reload(managers.get((int) (seed % managers.size())));
                }
                writers.forEach(CompletableFuture::join);
                assertThat(store.await(LONG))
                        .as("seed " + seed + ": " + store.followStatus())
                        .isTrue();
                for (Manager<?> manager : managers) {
                    ReadBack.assertSameRowsAsJdbc(app, manager, connection);
                }
                assertThat(store.followStatus().orElseThrow().stopped())
                        .as("seed " + seed)
                        .isEmpty();
            }
            app.stop();
        }
    }

    private static void write(TortureDatabase database, SplittableRandom random) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < STATEMENTS; i++) {
                execute(statement, statement(random));
            }
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    /** Executes a statement and ignores it if it loses a race of its own, such as for a key or a lock. */
    private static void execute(Statement statement, String sql) {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(sql + ": " + e.getMessage()).isIn("23000", "40001", "HY000");
        }
    }

    private static String statement(SplittableRandom random) {
        int number = random.nextInt(30);
        return switch (random.nextInt(24)) {
            case 0 -> "TRUNCATE keyless";
            case 1 -> "TRUNCATE text_keys";
            case 2 -> "DELETE FROM keyless WHERE number = " + number;
            case 3 -> "UPDATE keyless SET name = 'changed' WHERE number < " + number;
            case 4, 5, 6 -> "INSERT INTO keyless VALUES (" + number + ", 'new')";
            case 7 -> "ALTER TABLE text_keys COMMENT '" + number + "'";
            case 8, 9 -> "DELETE FROM composite_keys WHERE serial = " + number;
            case 10, 11, 12, 13 ->
                "REPLACE INTO composite_keys VALUES (1, 'race', " + number + ", " + random.nextInt(100) + ", NULL)";
            default -> "REPLACE INTO text_keys VALUES ('" + number + "', " + random.nextInt(1_000) + ")";
        };
    }
}
