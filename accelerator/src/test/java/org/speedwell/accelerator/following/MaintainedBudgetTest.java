package org.speedwell.accelerator.following;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.LogLines;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/** The budget that limits the states of maintained queries. */
@Tag("database")
@Timeout(300)
class MaintainedBudgetTest {
    private static final Function<Stream<Film>, Long> LONG_FILMS =
            of -> of.filter(Film.LENGTH.greaterThan(100)).count();
    private static final Function<Stream<Film>, Map<Integer, Long>> BY_LENGTH =
            of -> of.collect(groupingBy(film -> film.getLength().orElse(0), counting()));
    private static final Function<Stream<Film>, Long> TITLES =
            of -> of.collect(ColumnCollectors.countingDistinct(Film.TITLE));

    @SuppressWarnings("NullAway.Init")
    private FollowedSakila sakila;

    @SuppressWarnings("NullAway.Init")
    private FilmManager films;

    @BeforeEach
    void start() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_maintained_budget");
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    private DataStoreComponent start(long budget) {
        films = sakila.start(StoreConfiguration.builder()
                        .follow()
                        .maintainedBudget(budget)
                        .build())
                .getOrThrow(FilmManager.class);
        return sakila.store();
    }

    private void change(String sql) throws SQLException, InterruptedException {
        sakila.execute(sql);
        sakila.awaitOwn();
    }

    @Test
    void queryThatNeedsMoreThanTheBudgetIsRefused() {
        DataStoreComponent store = start(10_000);
        MaintainedQuery<Long> longFilms = store.maintain(films, LONG_FILMS);
        long used = store.maintainedBytes();
        assertThat(used).isBetween(1L, 1_000L);
        assertThatThrownBy(() -> store.maintain(films, TITLES))
                .isInstanceOf(DataStoreException.class)
                .hasMessageMatching("The store refuses a maintained query over film, because its state needs [\\d,]{6,}"
                        + " bytes in addition to the " + used + " of other maintained queries, but maintainedBudget"
                        + " allows 10,000 in total\\. Raise maintainedBudget in the StoreConfiguration,.*");
        assertThat(store.maintainedBytes())
                .as("the refused query keeps no state")
                .isEqualTo(used);
        assertThat(longFilms.isIncremental()).isTrue();
        MaintainedQuery<Long> opaque = store.maintain(
                films,
                of -> of.filter(film -> film.getTitle().hashCode() % 3 == 0).count());
        assertThat(opaque.isIncremental()).as("a query without a state").isFalse();
        longFilms.close();
        assertThat(store.maintainedBytes()).isZero();
    }

    @Test
    void closedQueryMakesRoomForAnother() {
        DataStoreComponent store = start(1L << 30);
        MaintainedQuery<Long> titles = store.maintain(films, TITLES);
        long needed = store.maintainedBytes();
        assertThat(needed).isGreaterThan(1_000 * 50);
        titles.close();
        assertThat(store.maintainedBytes()).isZero();

        sakila.app().stop();
        DataStoreComponent small = start(needed + 100);
        Function<Stream<Film>, Long> other =
                of -> of.filter(Film.FILM_ID.greaterThan(0)).collect(ColumnCollectors.countingDistinct(Film.TITLE));
        MaintainedQuery<Long> first = small.maintain(films, TITLES);
        assertThatThrownBy(() -> small.maintain(films, other)).isInstanceOf(DataStoreException.class);
        first.close();
        assertThat(small.maintain(films, other).isIncremental()).isTrue();
    }

    @Test
    void queryThatOutgrowsTheBudgetIsComputedFromScratch() throws Exception {
        sakila.execute("UPDATE film SET length = 60");
        DataStoreComponent store = start(5_000);
        MaintainedQuery<Long> longFilms = store.maintain(films, LONG_FILMS);
        long ofCount = store.maintainedBytes();
        MaintainedQuery<Map<Integer, Long>> byLength = store.maintain(films, BY_LENGTH);
        long ofOneGroup = store.maintainedBytes();
        assertThat(byLength.isIncremental()).as(byLength.describe()).isTrue();

        change("UPDATE film SET length = 60 + film_id % 3");
        assertThat(store.maintainedBytes()).isGreaterThan(ofOneGroup);
        change("UPDATE film SET length = 60");
        assertThat(store.maintainedBytes())
                .as("groups that are gone take nothing")
                .isEqualTo(ofOneGroup);

        try (LogLines log = new LogLines("org.speedwell.accelerator.live")) {
            change("UPDATE film SET length = 60 + film_id % 100");
            assertThat(byLength.get()).isEqualTo(BY_LENGTH.apply(films.stream()));
            assertThat(byLength.isIncremental()).isFalse();
            assertThat(byLength.describe())
                    .matches("computed from scratch: its state needs [\\d,]{6,} bytes in addition to the " + ofCount
                            + " of other maintained queries, but maintainedBudget allows 5,000 in total");
            assertThat(log.all())
                    .filteredOn(line -> line.contains("from scratch, because its state needs"))
                    .singleElement()
                    .asString()
                    .endsWith("Raise maintainedBudget in the StoreConfiguration.");
        }
        assertThat(store.maintainedBytes()).isEqualTo(ofCount);
        assertThat(longFilms.isIncremental()).isTrue();

        change("UPDATE film SET length = 200 WHERE film_id < 8");
        assertThat(byLength.get()).isEqualTo(BY_LENGTH.apply(films.stream()));
        assertThat(longFilms.get()).isEqualTo(LONG_FILMS.apply(films.stream()));
        assertThat(store.maintainedBytes()).isEqualTo(ofCount);
    }

    @Test
    void clearedStoreHasNoStates() {
        DataStoreComponent store = start(1L << 30);
        MaintainedQuery<Long> titles = store.maintain(films, TITLES);
        long used = store.maintainedBytes();
        store.clear();
        assertThat(store.maintainedBytes()).isZero();
        store.load();
        assertThat(titles.get()).isPositive();
        assertThat(store.maintainedBytes()).isEqualTo(used);
    }
}
