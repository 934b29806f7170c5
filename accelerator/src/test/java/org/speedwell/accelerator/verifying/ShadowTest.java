package org.speedwell.accelerator.verifying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.FilmTextManager;

/**
 * Verifies shadow queries: the store sends queries of the application to the database as well and compares the results.
 */
@Tag("database")
@Timeout(600)
class ShadowTest {
    private static final String SCHEMA = "speedwell_test_shadow";
    private static final long SEED = 20_261_122;
    private static final int PIPELINES = 150;

    private FollowedSakila sakila;
    private DataStoreComponent store;
    private FilmManager films;

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila(SCHEMA);
        sakila.start(StoreConfiguration.builder().follow().shadow(1).build());
        store = sakila.store();
        films = sakila.app().getOrThrow(FilmManager.class);
    }

    @AfterEach
    void stop() throws SQLException {
        sakila.close();
    }

    private ShadowStatistics statistics() {
        return store.getStatistics().shadow().orElseThrow();
    }

    private static long comparisons(ShadowStatistics of) {
        return of.equal() + of.different() + of.failed() + of.notComparable() + of.dropped();
    }

    private ShadowStatistics awaitComparisons(long queries) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> comparisons(statistics()) >= queries);
        return statistics();
    }

    @Test
    void memoryAndDatabaseAgreeDuringWrites() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Integer> written = new CompletableFuture<>();
        Thread writing = Thread.ofPlatform().start(() -> {
            try {
                written.complete(write(isOver));
            } catch (SQLException e) {
                written.completeExceptionally(e);
            }
        });
        BlockingQueue<ShadowDifference> differences = new LinkedBlockingQueue<>();
        store.addShadowListener(differences::add);
        SplittableRandom random = new SplittableRandom(SEED);
        try {
            for (int i = 1; i <= PIPELINES; i++) {
                ask(random);
                if (i % 30 == 0) {
                    awaitComparisons(i);
                }
            }
        } finally {
            isOver.set(true);
            writing.join();
        }
        assertThat(written.get()).isPositive();
        assertThat(differences).as("seed %d", SEED).isEmpty();
        assertThat(statistics()).as("seed %d", SEED).isEqualTo(new ShadowStatistics(PIPELINES, 0, 0, 0, 0));
    }

    private int write(AtomicBoolean isOver) throws SQLException {
        SplittableRandom random = new SplittableRandom(SEED);
        int transactions = 0;
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            for (; !isOver.get(); transactions++) {
                statement.execute("UPDATE film SET length = " + random.nextInt(200)
                        + ", rental_duration = 1 + rental_duration % 7 WHERE film_id = " + random.nextInt(1, 1000));
            }
        }
        return transactions;
    }

    /** Runs one random query that has exactly one correct answer. */
    private Object ask(SplittableRandom random) {
        Predicate<Film> filter = switch (random.nextInt(3)) {
            case 0 -> Film.LENGTH.greaterThan(random.nextInt(200));
            case 1 ->
                Film.LENGTH
                        .between(random.nextInt(100), random.nextInt(100, 200))
                        .and(Film.FILM_ID.lessThan(random.nextInt(1000)));
            default -> Film.RENTAL_DURATION.equal((short) random.nextInt(1, 8));
        };
        return switch (random.nextInt(8)) {
            case 0 -> films.stream().filter(filter).count();
            case 1 -> films.stream().filter(filter).toList();
            case 2 ->
                films.stream()
                        .filter(filter)
                        .sorted(Film.FILM_ID)
                        .skip(random.nextInt(20))
                        .limit(10)
                        .toList();
            case 3 ->
                films.stream().filter(filter).sorted(Film.FILM_ID.reversed()).findFirst();
            case 4 -> films.stream().anyMatch(filter);
            case 5 ->
                films.stream()
                        .filter(filter)
                        .mapToInt(Film.RENTAL_DURATION.asInt())
                        .sum();
            case 6 -> films.stream().filter(filter).mapToInt(Film.FILM_ID).summaryStatistics();
            default -> films.stream().filter(filter).map(Film.TITLE).distinct().toList();
        };
    }

    @Test
    void differenceIsReportedWithItsQuery() throws Exception {
        BlockingQueue<ShadowDifference> differences = new LinkedBlockingQueue<>();
        store.addShadowListener(differences::add);
        long before = films.stream().filter(Film.LENGTH.greaterThan(60)).count();
        assertThat(awaitComparisons(1).equal()).isEqualTo(1);
        sakila.execute("SET sql_log_bin = 0", "UPDATE film SET length = 61", "SET sql_log_bin = 1");
        assertThat(films.stream().filter(Film.LENGTH.greaterThan(60)).count()).isEqualTo(before);
        ShadowDifference difference = differences.poll(60, TimeUnit.SECONDS);
        assertThat(difference).isNotNull();
        assertThat(difference.table()).isEqualTo("film");
        assertThat(difference.operations()).isEqualTo("filter.count");
        assertThat(difference.memory()).isEqualTo(before);
        assertThat(difference.database()).isEqualTo(1_000L);
        assertThat(difference.plan().orElseThrow().toString()).contains("length");
        assertThat(difference.toString()).contains("memory says " + before, "the database 1000");
        assertThat(statistics()).isEqualTo(new ShadowStatistics(1, 1, 0, 0, 0));
    }

    @Test
    void functionsAreNotReadIfTurnedOff() throws Exception {
        assertThat(longFilms()).isPositive(); // by default, functions are read
        sakila.app().stop();
        sakila.start(StoreConfiguration.builder()
                .follow()
                .shadow(1)
                .shadowTrustsFunctions()
                .withoutReadingFunctions()
                .build());
        store = sakila.store();
        films = sakila.app().getOrThrow(FilmManager.class);
        BlockingQueue<ShadowDifference> differences = new LinkedBlockingQueue<>();
        store.addShadowListener(differences::add);
        sakila.execute("SET sql_log_bin = 0", "UPDATE film SET length = 61", "SET sql_log_bin = 1");
        assertThat(longFilms()).isPositive();
        ShadowDifference difference = differences.poll(60, TimeUnit.SECONDS);
        assertThat(difference).isNotNull();
        assertThat(difference.plan().orElseThrow().functions()).isEmpty();
    }

    private long longFilms() {
        return films.stream().filter(film -> film.getLength().orElse(0) > 60).count();
    }

    @Test
    void failedDatabaseQueryIsCountedAndMemoryAnswers() throws Exception {
        FilmTextManager texts = sakila.app().getOrThrow(FilmTextManager.class);
        sakila.execute("SET sql_log_bin = 0", "RENAME TABLE film_text TO other_text", "SET sql_log_bin = 1");
        assertThat(texts.stream().count()).isEqualTo(1_000);
        assertThat(awaitComparisons(1)).isEqualTo(new ShadowStatistics(0, 0, 0, 0, 1));
        assertThat(films.stream().count()).isEqualTo(1_000);
        assertThat(awaitComparisons(2).equal()).isEqualTo(1);
    }

    /** Runs queries that have no unique answer, or whose functions may do anything. */
    @Test
    void incomparableQueriesAreNotSent() {
        assertThat(films.stream().limit(3).toList()).hasSize(3);
        assertThat(films.stream().sorted(Film.LENGTH).limit(3).toList()).hasSize(3);
        AtomicInteger calls = new AtomicInteger();
        Predicate<Film> opaque = film -> calls.incrementAndGet() > 0 && film.getFilmId() == 7;
        assertThat(films.stream().filter(opaque).count()).isEqualTo(1);
        assertThat(films.stream().filter(Film.FILM_ID.equal(7).and(opaque)).count())
                .isEqualTo(1);
        assertThat(films.stream().peek(film -> {}).toList()).hasSize(1_000);
        films.stream().forEach(film -> {});
        assertThat(films.stream().max(Film.LENGTH)).isPresent();
        assertThat(films.stream()
                        .filter(Film.LENGTH.isNotNull())
                        .mapToInt(Film.LENGTH.mapToIntIfPresent(length -> length))
                        .sum())
                .isPositive();
        assertThat(films.stream()
                        .sorted(Film.LENGTH.thenComparing(Film::getTitle))
                        .toList())
                .hasSize(1_000);
        assertThat(films.stream().findAny()).isPresent();
        assertThat(awaitComparisons(10)).isEqualTo(new ShadowStatistics(0, 0, 10, 0, 0));
    }

    /** Runs a lambda that the engine has read. A second run of it has no side effects. */
    @Test
    void functionsThatTheEngineReadsAreCompared() {
        assertThat(longFilms()).isPositive();
        assertThat(awaitComparisons(1)).isEqualTo(new ShadowStatistics(1, 0, 0, 0, 0));
    }

    @Test
    void withoutTheSettingNothingIsCompared() {
        sakila.app().stop();
        sakila.start();
        assertThat(sakila.store().shadowStatistics()).isEmpty();
        assertThatThrownBy(() -> sakila.store().addShadowListener(difference -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("StoreConfiguration.shadow");
        assertThatThrownBy(() -> StoreConfiguration.builder().shadow(1.1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1.1");
    }
}
