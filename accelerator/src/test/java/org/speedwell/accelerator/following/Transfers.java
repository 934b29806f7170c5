package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.PaymentManager;

/**
 * A writer that moves amounts between two tables of a Sakila schema. Each transaction keeps the sum of all amounts. A
 * version with a part of a transaction has another sum. Thread-safe.
 */
public final class Transfers {
    private static final long SUM = 1_000 * (20_000 + 100);

    private final Connector database;
    private final AtomicLong commits = new AtomicLong();
    private volatile String clock = "DEFAULT";

    /** A source of connections to a database that may change between calls or be unavailable. */
    @FunctionalInterface
    public interface Connector {
        Connection connect() throws SQLException;
    }

    public Transfers(Connector database) {
        this.database = database;
    }

    /** Returns the statements that prepare a freshly loaded Sakila schema for transfers. */
    public static List<String> preparation() {
        return List.of(
                "DELETE FROM film_actor",
                "DELETE FROM payment WHERE payment_id > 1000",
                "DELETE FROM rental WHERE inventory_id > 1000",
                "DELETE FROM inventory WHERE inventory_id > 1000",
                "UPDATE payment SET amount = 100",
                "UPDATE film SET length = 20000");
    }

    /** Returns a transaction that keeps all amounts and has more rows than replication holds in memory. */
    public static List<String> largeTransaction(Random random) {
        List<String> statements = new ArrayList<>(List.of("BEGIN"));
        for (int i = 0; i < 10; i++) {
            statements.add(
                    "UPDATE film SET description = REPEAT('" + (char) ('a' + random.nextInt(26)) + i + "', 300)");
        }
        statements.add("COMMIT");
        return statements;
    }

    public static void assertWhole(SnapshotView version) {
        long lengths = version.stream(FilmManager.IDENTIFIER)
                .mapToInt(Film.LENGTH.asInt().orElse(0))
                .sum();
        long amounts = version.stream(PaymentManager.IDENTIFIER)
                .mapToLong(payment -> payment.getAmount().longValueExact())
                .sum();
        assertThat(lengths + amounts).as("sum of version %d", version.version()).isEqualTo(SUM);
    }

    /** Sets the clock of the next commits, as a value of the server's variable {@code timestamp}. */
    public void setClock(String now) {
        clock = now;
    }

    /** Returns the number of commits that the server confirmed. */
    public long commits() {
        return commits.get();
    }

    public void awaitMore(long count, Duration timeout) {
        long before = commits.get();
        Awaitility.await().atMost(timeout).until(() -> commits.get() >= before + count);
    }

    /** Runs transfers until {@code isOver} returns true, even if servers stop and start meanwhile. */
    public void write(Random random, BooleanSupplier isOver) {
        while (!isOver.getAsBoolean()) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                while (!isOver.getAsBoolean()) {
                    transfer(connection, statement, random);
                }
            } catch (SQLException e) {
                Thread.onSpinWait(); // the server is down or has been replaced
            }
        }
    }

    private void transfer(Connection connection, Statement statement, Random random) throws SQLException {
        statement.execute("SET timestamp = " + clock);
        int amount = random.nextInt(5) - 2;
        for (int i = random.nextInt(3); i >= 0; i--) {
            statement.execute(
                    "UPDATE film SET length = length - " + amount + " WHERE film_id = " + (1 + random.nextInt(1_000)));
            statement.execute("UPDATE payment SET amount = amount + " + amount + " WHERE payment_id = "
                    + (1 + random.nextInt(1_000)));
        }
        if (random.nextInt(8) == 0) {
            connection.rollback();
        } else {
            connection.commit();
            commits.incrementAndGet();
        }
    }
}
