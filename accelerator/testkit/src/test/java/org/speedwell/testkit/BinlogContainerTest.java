package org.speedwell.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.SakilaApplicationBuilder;
import org.speedwell.schema.Database;
import org.speedwell.schema.DockerImages;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** The test kit with its own container. The image is the one of {@code -Dspeedwell.test.image}. */
@Tag("forked")
@Tag("database")
@Timeout(300)
class BinlogContainerTest {
    private static final String IMAGE = System.getProperty("speedwell.test.image", "mysql:8.4");

    @Test
    void storeFollowsTheContainer() throws Exception {
        DockerImages.problem(IMAGE).ifPresent(problem -> {
            System.out.println("NOT TESTED WITH A CONTAINER: " + problem);
            abort(problem);
        });
        try (BinlogContainer server = new BinlogContainer(IMAGE)) {
            server.withDatabaseName("sakila").start();
            Database database = Database.at(server.getJdbcUrl(), server.getUsername(), server.getPassword());
            Sakila.scale(1).load(database, "sakila", Progress.none());

            try (FollowingStore store = FollowingStore.start(new SakilaApplicationBuilder(), server)) {
                store.change("UPDATE film SET length = 1000 WHERE film_id = 1");

                assertThat(store.get(FilmManager.class).stream()
                                .filter(Film.LENGTH.equal(1000))
                                .map(Film::getFilmId))
                        .containsExactly(1);
                assertThat(store.store().followStatus().map(FollowStatus::phase))
                        .hasValue(FollowStatus.Phase.FOLLOWING);
            }
        }
    }

    @Test
    void optionsAreThoseOfOurOwnTests() {
        for (String image : List.of("mysql:8.4", "percona/percona-server:8.4", "mariadb:11.4")) {
            assertThat(BinlogContainer.options(image)).isEqualTo(Database.testOptions(image));
        }
    }
}
