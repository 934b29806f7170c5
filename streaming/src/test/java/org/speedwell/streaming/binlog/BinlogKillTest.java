package org.speedwell.streaming.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.model.Position;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;
import org.speedwell.streaming.KillableJvm;

/**
 * Compares the totals of a job over the binlog with SQL. The process of the job is killed at random moments while rows
 * are written, and each change must count once.
 */
@Tag("oracle")
@Tag("fault")
@Tag("forked")
@Tag("database")
@Timeout(3600)
class BinlogKillTest {
    private static final int KILLS = Integer.getInteger("speedwell.binlogKills", 2);
    private static final String SCHEMA = "speedwell_test_binlog_kill";

    /** The longest life of a process in milliseconds after it starts its job, or after its first checkpoint. */
    private static final int MILLIS = 1000;

    private static final String SUMS =
            "SELECT customer_id, CAST(100 * SUM(amount) AS SIGNED) FROM payment GROUP BY customer_id";

    private final Database database = Database.forTests();
    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private volatile boolean isEnding;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachChangeCountsOnceAfterKills(boolean isRecord) throws Exception {
        Sakila.scale(1).load(database, SCHEMA, Progress.none());
        try (Connection connection = database.connect(SCHEMA)) {
            execute(
                    connection,
                    "DELETE FROM payment WHERE customer_id > 50",
                    "CREATE TABLE total (customer BIGINT, start BIGINT, cents BIGINT, PRIMARY KEY (customer, start))");
            Map<Long, Long> before = longs(connection, SUMS);
            Position from = position();
            KillableJvm jvm = new KillableJvm(BinlogVictim.class, folder, seed);
            FutureTask<Integer> writing = new FutureTask<>(this::write);
            Thread writer = Thread.ofPlatform().name("writer").start(writing);
            int changes;
            try {
                for (int kills = 0; kills < KILLS; kills++) {
                    assertThat(live(jvm, isRecord, from, random.nextInt(MILLIS)))
                            .isFalse();
                }
            } finally {
                isEnding = true;
                writer.join();
                changes = writing.get();
            }
            execute(
                    connection,
                    "INSERT INTO payment (customer_id, staff_id, amount, payment_date) VALUES (1, 1, "
                            + BinlogVictim.LAST + ", NOW())",
                    "DELETE FROM payment WHERE amount = " + BinlogVictim.LAST);
            assertThat(live(jvm, isRecord, from, Integer.MAX_VALUE)).isTrue();

            Map<Long, Long> expected = longs(connection, SUMS);
            before.forEach((customer, cents) -> expected.merge(customer, -cents, Long::sum));
            expected.values().removeIf(cents -> cents == 0);
            Map<Long, Long> totals = longs(connection, "SELECT customer, SUM(cents) FROM total GROUP BY customer");
            totals.values().removeIf(cents -> cents == 0);
            System.out.println(KILLS + " kills while " + changes + " rows were changed");
            assertThat(totals).as("seed " + seed).isEqualTo(expected).isNotEmpty();
            execute(connection, "DROP DATABASE " + SCHEMA);
        }
    }

    private Position position() {
        Speedment app =
                BinlogSourceTest.application(database.url(SCHEMA), database.user(), database.password(), SCHEMA);
        try (ChangeStream now =
                app.getOrThrow(DataStoreComponent.class).changes(List.of(app.getOrThrow(PaymentManager.class)))) {
            return now.position();
        } finally {
            app.stop();
        }
    }

    /** Changes payments in transactions of different sizes and rolls some back. Returns the number of changed rows. */
    private int write() throws SQLException {
        Random own = new Random(seed);
        int changed = 0;
        try (Connection connection = database.connect(SCHEMA)) {
            connection.setAutoCommit(false);
            while (!isEnding) {
                int rows = 0;
                for (int i = own.nextInt(5); i >= 0; i--) {
                    int customer = 1 + own.nextInt(50);
                    int cents = own.nextInt(1000);
                    rows += execute(
                            connection,
                            switch (own.nextInt(8)) {
                                case 0, 1, 2 ->
                                    "INSERT INTO payment (customer_id, staff_id, amount, payment_date) VALUES ("
                                            + customer + ", 1, " + cents + " / 100, NOW())";
                                case 3, 4 ->
                                    "UPDATE payment SET amount = " + cents + " / 100 WHERE customer_id = " + customer
                                            + " LIMIT " + (1 + own.nextInt(5));
                                case 5, 6 -> "DELETE FROM payment WHERE customer_id = " + customer + " LIMIT 1";
                                default ->
                                    own.nextInt(40) == 0
                                            ? "UPDATE payment SET amount = 10 - amount"
                                            : "UPDATE payment SET amount = amount WHERE payment_id = 1";
                            });
                }
                if (own.nextInt(6) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    changed += rows;
                }
            }
        }
        return changed;
    }

    /** Runs a process for some milliseconds after its start. Returns true if it ended by itself. */
    private boolean live(KillableJvm jvm, boolean isRecord, Position from, int millis)
            throws IOException, InterruptedException {
        return jvm.live(
                List.of(
                        folder.resolve("job").toString(),
                        from.file(),
                        Long.toString(from.offset()),
                        from.gtids(),
                        database.url(SCHEMA),
                        database.user(),
                        database.password(),
                        SCHEMA,
                        Integer.toString(1 + random.nextInt(3)),
                        Boolean.toString(isRecord)),
                random.nextInt(4) > 0 ? List.of("running", "saved") : List.of("running"),
                millis);
    }

    private static Map<Long, Long> longs(Connection connection, String sql) throws SQLException {
        Map<Long, Long> found = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                found.put(row.getLong(1), row.getLong(2));
            }
        }
        return found;
    }

    /** Returns the number of changed rows. */
    private static int execute(Connection connection, String... statements) throws SQLException {
        int rows = 0;
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                rows += statement.executeUpdate(sql);
            }
        }
        return rows;
    }
}
