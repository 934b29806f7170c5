package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random pairs of schema changes, one inside the other, over filled and replicated tables. Rows change between them.
 *
 * <p>{@code -Dspeedwell.ddlPairs=N} sets the number of pairs, {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
@Tag("database")
@Timeout(3_600)
class DdlTrialTest {
    private static final int PAIRS = Integer.getInteger("speedwell.ddlPairs", 12);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_124);

    /** A schema change, and the statement after which the tables fit the model again. */
    private record Change(String there, String back) {
        /** The columns of films that are missing between the two statements, by the statement that removes them. */
        private static final Map<String, String> REMOVED_COLUMNS = Map.of(
                "ALTER TABLE film DROP COLUMN description", "description",
                "ALTER TABLE film CHANGE length minutes SMALLINT UNSIGNED", "length");

        /** Returns whether the other change can run between the statements of this one. */
        boolean allows(Change other) {
            String taken = REMOVED_COLUMNS.get(there);
            return taken == null || !other.there.contains(taken);
        }
    }

    private static final List<Change> CHANGES = List.of(
            new Change("ALTER TABLE film DROP COLUMN description", "ALTER TABLE film ADD COLUMN description TEXT"),
            new Change(
                    "ALTER TABLE film DROP COLUMN description, ADD COLUMN description TEXT",
                    "UPDATE film SET description = CONCAT('now ', title)"),
            new Change(
                    "ALTER TABLE film MODIFY length SMALLINT UNSIGNED NOT NULL",
                    "ALTER TABLE film MODIFY length SMALLINT UNSIGNED"),
            new Change(
                    "ALTER TABLE film CHANGE length minutes SMALLINT UNSIGNED",
                    "ALTER TABLE film CHANGE minutes length SMALLINT UNSIGNED"),
            new Change(
                    "ALTER TABLE film MODIFY title VARCHAR(20) NOT NULL",
                    "ALTER TABLE film MODIFY title VARCHAR(255) NOT NULL"),
            new Change("ALTER TABLE film ADD COLUMN extra INT DEFAULT 5 FIRST", "ALTER TABLE film DROP COLUMN extra"),
            new Change("ALTER TABLE film ADD INDEX idx_trial (length, title)", "DROP INDEX idx_trial ON film"),
            new Change("ALTER TABLE film COMMENT 'a, b'", "ALTER TABLE film ENGINE = InnoDB"),
            new Change("RENAME TABLE actor TO actor_away", "RENAME TABLE actor_away TO actor"),
            new Change(
                    "ALTER TABLE payment DROP FOREIGN KEY fk_payment_rental, ADD CONSTRAINT fk_trial FOREIGN KEY (rental_id)"
                            + " REFERENCES rental (rental_id) ON DELETE CASCADE ON UPDATE CASCADE",
                    "ALTER TABLE payment DROP FOREIGN KEY fk_trial, ADD CONSTRAINT fk_payment_rental FOREIGN KEY (rental_id)"
                            + " REFERENCES rental (rental_id) ON DELETE SET NULL ON UPDATE CASCADE"),
            new Change("TRUNCATE film_text", "INSERT IGNORE INTO film_text SELECT film_id, title, 'again' FROM film"));

    @Test
    void tablesEqualTheDatabaseAfterEachPair() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_ddl_trial")) {
            sakila.start();
            sakila.execute("SET SESSION sql_mode = ''", "SET SESSION foreign_key_checks = 1");
            for (long seed = SEED; seed < SEED + PAIRS; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                Change outer = CHANGES.get(random.nextInt(CHANGES.size()));
                Change inner = CHANGES.get(random.nextInt(CHANGES.size()));
                List<String> statements = new ArrayList<>();
                statements.add(outer.there);
                statements.add(rows(random));
                if (!inner.equals(outer) && outer.allows(inner)) {
                    statements.add(inner.there);
                    statements.add(rows(random));
                    statements.add(inner.back);
                }
                statements.add(outer.back);
                String what = "seed " + seed + ": " + statements;
                for (String statement : statements) {
                    execute(sakila, statement);
                    if (random.nextInt(3) == 0) {
                        sakila.store().await(Duration.ofMillis(random.nextInt(100)));
                    }
                }
                sakila.awaitAll();
                assertThat(sakila.store().followStatus().orElseThrow().stopped())
                        .as(what)
                        .isEmpty();
                assertThat(sakila.store().verify().differences()).as(what).isEmpty();
                sakila.assertSameAsDatabase();
            }
        }
    }

    private static String rows(SplittableRandom random) {
        int id = 1 + random.nextInt(900);
        return switch (random.nextInt(5)) {
            case 0 -> "UPDATE film SET length = NULL WHERE film_id % 7 = " + id % 7;
            case 1 -> "UPDATE film SET title = CONCAT(LEFT(title, 10), " + id + ") WHERE film_id > " + id;
            case 2 -> "DELETE FROM rental WHERE rental_id BETWEEN " + id + " AND " + (id + 5);
            case 3 -> "UPDATE payment SET amount = amount + 0.01 WHERE payment_id < " + id;
            default -> "UPDATE actor SET first_name = 'TRIAL' WHERE actor_id = " + id % 200;
        };
    }

    /** Executes a statement. A change of rows may fail if a schema change has removed its table or column. */
    private static void execute(FollowedSakila sakila, String statement) {
        try {
            sakila.execute(statement);
        } catch (SQLException e) {
            assertThat(statement).as(e.getMessage()).matches("(?s)(UPDATE|DELETE|INSERT).*");
        }
    }
}
