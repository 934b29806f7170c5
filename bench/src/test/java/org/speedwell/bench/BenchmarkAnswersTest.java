package org.speedwell.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** The results of each benchmark, which runs once. The test ignores its time. */
@Tag("oracle")
class BenchmarkAnswersTest {

    @Test
    @Tag("database")
    void articleQueriesGiveTheSameResultsFromSqlAndMemory() {
        Database database = Database.forTests();
        for (Contender contender : Contender.values()) {
            Speedment app = contender.start(database);
            FilmManager films = app.getOrThrow(FilmManager.class);

            assertThat(Queries.filterAndCount(films)).as(contender.name()).isEqualTo(223);
            assertThat(Queries.complex(films).getCount()).as(contender.name()).isEqualTo(5);
            assertThat(Queries.lengths(films)).as(contender.name()).hasSize(5).isSortedAccordingTo((a, b) -> b - a);
            assertThat(Queries.longerThan(films, 60)).as(contender.name()).isEqualTo(896);
            app.stop();
        }
    }

    @Test
    void syntheticFilmsGiveTheResultsOfTheDatabase() {
        try (SyntheticApp synthetic = synthetic()) {
            FilmManager films = synthetic.manager(FilmManager.class);

            assertThat(Queries.filterAndCount(films)).isEqualTo(223);
            assertThat(Queries.longerThan(films, 60)).isEqualTo(896);
            assertThat(films.stream().count()).isEqualTo(1_000);
            assertThat(Queries.byKey(films, 17))
                    .isNotNull()
                    .extracting(Film::getFilmId)
                    .isEqualTo(17);
            assertThat(Queries.byKey(films, 0)).isNull();
            int[] lengths = films.stream()
                    .mapToInt(each -> each.getLength().orElseThrow())
                    .sorted()
                    .toArray();
            int[] five = Arrays.copyOfRange(lengths, 1_000 - 750, 1_000 - 745);
            assertThat(Queries.lengths(films).stream()
                            .mapToInt(Integer::intValue)
                            .sorted())
                    .containsExactly(Arrays.stream(five).boxed().toArray(Integer[]::new));
        }
    }

    @Test
    void queriesOfAllRowsEqualPlainLoops() {
        try (SyntheticApp synthetic = synthetic()) {
            FilmManager films = synthetic.manager(FilmManager.class);
            List<Film> all = films.stream().toList();

            assertThat(Queries.releasedAfter(films.stream(), 2000))
                    .isEqualTo(all.stream()
                            .filter(film -> film.getReleaseYear().orElse(0) > 2000)
                            .count())
                    .isEqualTo(Queries.releasedAfter(films.stream().parallel(), 2000))
                    .isBetween(1L, 999L);
            assertThat(Queries.perRating(films))
                    .containsEntry(Rating.G, 178L)
                    .containsEntry(Rating.PG, 194L)
                    .containsEntry(Rating.PG13, 223L)
                    .containsEntry(Rating.R, 195L)
                    .containsEntry(Rating.NC17, 210L);
        }
    }

    @Test
    void profilePollutingPipelinesRun() {
        try (SyntheticApp synthetic = synthetic()) {
            assertThat(PollutedProfile.run(synthetic.manager(FilmManager.class)))
                    .isPositive();
        }
    }

    private static SyntheticApp synthetic() {
        return SyntheticApp.of(SyntheticFilms.of(1_000, false).build(1_000, _ -> true, Progress.none()));
    }
}
