package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.FilmTextManager;

/** Verifies that the store compares replicated tables with the database by itself, and reloads tables that differ. */
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
    void unloggedChangesAreFoundAndHealed(String unlogged) throws Exception {
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
    void statusReportsComparisons() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_checks")) {
            Instant start = Instant.now();
            sakila.start(StoreConfiguration.builder()
                    .follow(FollowConfiguration.builder()
                            .verifyEvery(Duration.ofMillis(100))
                            .build())
                    .build());
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> status(sakila).verifiedAt().isPresent());
            assertThat(status(sakila).verifiedAt().orElseThrow()).isAfter(start);
            assertThat(status(sakila).verificationProblem()).isEmpty();
        }
    }

    /** Verifies that the comparison skips a stopped table, which the status reports separately. */
    @Test
    void stoppedTableIsNotCounted() throws Exception {
        try (FollowedSakila sakila = new FollowedSakila("speedwell_test_checks")) {
            StoreConfiguration.Builder configuration = StoreConfiguration.builder()
                    .follow(FollowConfiguration.builder()
                            .verifyEvery(Duration.ofMillis(100))
                            .build());
            Speedment plain = sakila.plain();
            plain.getOrThrow(ManagerComponent.class).stream()
                    .map(Manager::getTableIdentifier)
                    .filter(table -> !table.equals(FilmTextManager.IDENTIFIER))
                    .forEach(configuration::withoutTable);
            plain.stop();
            sakila.start(configuration.build());
            sakila.execute("RENAME TABLE film_text TO film_text_away");
            Awaitility.await()
                    .atMost(LONG)
                    .until(() -> !status(sakila).stopped().isEmpty());
            awaitVerification(sakila); // the current one may have started before the change
            long verified = status(sakila).verified();
            awaitVerification(sakila);
            assertThat(status(sakila).verified()).isEqualTo(verified);
            assertThat(sakila.store().verify().isEqual()).isFalse();
        }
    }

    private static void awaitVerification(FollowedSakila sakila) {
        Optional<Instant> last = status(sakila).verifiedAt();
        Awaitility.await().atMost(LONG).until(() -> !status(sakila).verifiedAt().equals(last));
    }

    private static FollowStatus status(FollowedSakila sakila) {
        return sakila.store().followStatus().orElseThrow();
    }

    @Test
    void reloadedTableIsCompared() throws Exception {
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
