package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.hostile.BinaryKeys;
import org.speedwell.hostile.BinaryKeysManager;
import org.speedwell.hostile.BinaryPairsManager;
import org.speedwell.hostile.CompositeManager;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.hostile.ZeroDatesManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;

/** Verifies that tables with binary primary keys replicate row by row, without a reload. */
@Tag("oracle")
@Tag("database")
@Timeout(1_200)
class FollowBinaryKeysTest {
    private static final String SCHEMA = "speedwell_test_binary_keys";
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123L);
    private static final int STATEMENTS = 300;
    private static final int BETWEEN = 50;
    private static final Database DATABASE = Database.forTests();

    @Test
    void changesAreReplicatedWithoutAReload() throws Exception {
        Hostile.load(DATABASE, SCHEMA);
        StoreConfiguration configuration = StoreConfiguration.builder()
                .withoutTable(ZeroDatesManager.IDENTIFIER)
                .follow()
                .build();
        Speedment app = inMemory(SCHEMA, configuration);
        try (Connection connection = DATABASE.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            store.load();
            SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 1; i <= STATEMENTS; i++) {
                execute(statement, random);
                if (i % BETWEEN == 0) {
                    assertThat(store.await(connection, Duration.ofMinutes(2))).isTrue();
                    assertSame(app, connection);
                }
            }
            assertThat(store.followStatus().orElseThrow().reloads()).isZero();
            assertThat(store.verify().differences()).as("seed " + SEED).isEmpty();
        } finally {
            app.stop();
            try (Connection connection = DATABASE.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("DROP DATABASE " + SCHEMA);
            }
        }
    }

    private static Speedment inMemory(String schema, StoreConfiguration configuration) {
        return new HostileApplicationBuilder()
                .withConnectionUrl(DATABASE.url(schema))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(schema)
                .withParam("statistics.scheduler.enabled", "false") // Speedment would contact its server
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration)
                .build();
    }

    private static void execute(Statement statement, SplittableRandom random) throws SQLException {
        String key = literal(random, 16);
        String token = literal(random, random.nextInt(3));
        statement.execute(
                switch (random.nextInt(8)) {
                    case 0, 1 -> "REPLACE INTO binary_keys VALUES (" + key + ", 'n" + random.nextInt() + "')";
                    case 2 -> "UPDATE binary_keys SET name = 'u' ORDER BY id LIMIT " + random.nextInt(4);
                    case 3 -> "DELETE FROM binary_keys WHERE id > " + key + " LIMIT " + random.nextInt(3);
                    case 4 -> "UPDATE IGNORE binary_keys SET id = " + key + " WHERE id < " + key + " LIMIT 1";
                    case 5 ->
                        "REPLACE INTO binary_pairs VALUES (" + token + ", " + random.nextInt(4) + ", "
                                + random.nextInt() + ")";
                    case 6 -> "DELETE FROM binary_pairs WHERE token = " + token + " AND part = " + random.nextInt(4);
                    default ->
                        "UPDATE composite SET note = '" + random.nextInt() + "' ORDER BY code, name LIMIT "
                                + random.nextInt(4);
                });
    }

    private static String literal(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return "x'" + HexFormat.of().formatHex(bytes) + "'";
    }

    private static void assertSame(Speedment app, Connection connection) throws SQLException {
        ReadBack.assertSameRowsAsJdbc(app, app.getOrThrow(BinaryKeysManager.class), connection);
        ReadBack.assertSameRowsAsJdbc(app, app.getOrThrow(BinaryPairsManager.class), connection);
        ReadBack.assertSameRowsAsJdbc(app, app.getOrThrow(CompositeManager.class), connection);
    }

    /** Verifies that queries compare arrays as Java does: each equals only itself. */
    @Test
    void queriesCompareArraysByIdentity() throws SQLException {
        Hostile.load(DATABASE, SCHEMA + "_queries");
        Speedment app = inMemory(
                SCHEMA + "_queries",
                StoreConfiguration.builder()
                        .withoutTable(ZeroDatesManager.IDENTIFIER)
                        .build());
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            app.getOrThrow(DataStoreComponent.class).load();
            BinaryKeysManager keys = app.getOrThrow(BinaryKeysManager.class);
            assertThat(keys.stream().map(BinaryKeys.ID.getter()).distinct()).hasSize(5);
            assertThat(keys.stream().map(BinaryKeys::getId).distinct()).hasSize(5);
            assertThat(keys.stream().map(BinaryKeys.ID.getter()).map(id -> ((byte[]) id).length))
                    .containsOnly(16);
            assertThat(keys.stream().filter(BinaryKeys.ID.isNull())).isEmpty();
            statement.execute("DROP DATABASE " + SCHEMA + "_queries");
        } finally {
            app.stop();
        }
    }
}
