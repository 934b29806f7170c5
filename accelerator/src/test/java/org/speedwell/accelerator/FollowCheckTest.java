package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.sakila.FilmManager;

/** Followed tables are compared with the database by themselves, and healed where they differ. */
@Tag("database")
@Timeout(300)
class FollowCheckTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE film SET length = 999 WHERE film_id = 7",
                "DELETE FROM film_text WHERE film_id = 7",
                "INSERT INTO actor (first_name, last_name) VALUES ('UNTOLD', 'ONE')"
            })
    void whatNoBinlogTellsIsFoundAndHealed(String unlogged) throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_checks")) {
            sakila.start(StoreConfiguration.builder()
                    .follow(FollowConfiguration.builder()
                            .verifyEvery(Duration.ofMillis(100))
                            .build())
                    .build());
            sakila.execute("SET sql_log_bin = 0", unlogged, "SET sql_log_bin = 1");

            Awaitility.await().atMost(LONG).until(() -> sakila.store().verify().isEqual());
            FollowStatus status = sakila.store().followStatus().orElseThrow();
            assertThat(status.differing()).isPositive();
            assertThat(status.reloads()).isPositive();
            sakila.assertSameAsDatabase();
        }
    }

    @Test
    void aReloadedTableIsCompared() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_checks")) {
            sakila.start();
            sakila.store().reload(sakila.app().getOrThrow(FilmManager.class));

            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> sakila.store().followStatus().orElseThrow().verified() > 0);
            assertThat(sakila.store().followStatus().orElseThrow().differing()).isZero();
        }
    }
}
