package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.classes.Shop.Actor;
import org.speedwell.accelerator.classes.Shop.Film;
import org.speedwell.accelerator.classes.Shop.Inventory;
import org.speedwell.accelerator.classes.Shop.Language;
import org.speedwell.accelerator.classes.Shop.Rental;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.monitor.ShadowDifference;
import org.speedwell.accelerator.monitor.ShadowStatistics;

/** Verifies shadow queries of mapped classes: the same pipelines run over rows that JDBC reads. */
@Tag("database")
@Timeout(600)
class MemoryStoreShadowTest {
    private static final long SEED = 20_261_129;
    private static final int PIPELINES = 120;

    private FollowedSakila sakila;
    private MemoryStore store;

    /** A title with the language of the film, which is an entity. */
    record Title(String title, Language language) {}

    @BeforeEach
    void load() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_class_shadow");
        store = open(StoreConfiguration.Builder::shadowTrustsFunctions);
    }

    private MemoryStore open(Consumer<StoreConfiguration.Builder> settings) {
        return MemoryStore.builder(dataSource())
                .tables(Film.class, Language.class, Inventory.class, Rental.class, Actor.class)
                .configure(all -> settings.accept(all.shadow(1)))
                .follow()
                .open();
    }

    private DataSource dataSource() {
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(sakila.database().url(sakila.schema()));
        dataSource.setUser(sakila.database().user());
        dataSource.setPassword(sakila.database().password());
        return dataSource;
    }

    @AfterEach
    void stop() throws SQLException {
        store.close();
        sakila.close();
    }

    private ShadowStatistics statistics() {
        return store.shadowStatistics().orElseThrow();
    }

    private static long comparisons(ShadowStatistics of) {
        return of.equal() + of.different() + of.failed() + of.notComparable() + of.dropped();
    }

    private ShadowStatistics awaitComparisons(long queries) {
        Awaitility.await().atMost(Duration.ofSeconds(120)).until(() -> comparisons(statistics()) >= queries);
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
                var _ = ask(i, random);
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
                int film = random.nextInt(1, 1000);
                statement.execute("UPDATE film SET length = "
                        + (random.nextInt(10) == 0 ? "NULL" : String.valueOf(random.nextInt(200))) + ", language_id = "
                        + random.nextInt(1, 7) + " WHERE film_id = " + film);
                statement.execute(
                        "UPDATE inventory SET film_id = " + film + " WHERE inventory_id = " + random.nextInt(1, 4000));
            }
        }
        return transactions;
    }

    /** Runs one of the queries, all of which have exactly one correct answer. */
    private Object ask(int number, SplittableRandom random) {
        int bound = random.nextInt(200);
        int copies = random.nextInt(6);
        Predicate<Film> isLong = film -> film.getLength() != null && film.getLength() > bound;
        return switch (number % 12) {
            case 0 ->
                store.stream(Film.class)
                        .filter(film -> film.getLength() != null && film.getLength() > bound)
                        .count();
            case 1 ->
                store.stream(Film.class)
                        .filter(film -> film.getLength() == null || film.getLength() < bound)
                        .toList();
            case 2 ->
                store.stream(Film.class).filter(isLong).map(Film::getTitle).toList();
            case 3 ->
                store.stream(Film.class)
                        .filter(film -> film.getLanguage().getName().startsWith("E"))
                        .mapToInt(Film::getFilmId)
                        .sum();
            case 4 ->
                store.stream(Language.class)
                        .filter(language -> !language.getFilms().isEmpty())
                        .mapToInt(language -> language.getFilms().getFirst().getFilmId())
                        .sum();
            case 5 ->
                store.stream(Rental.class)
                        .filter(rental -> rental.getInventory().getFilm().getFilmId() > bound)
                        .count();
            case 6 ->
                store.stream(Film.class)
                        .collect(Collectors.groupingBy(
                                film -> film.getLanguage().getName(), Collectors.averagingInt(Film::getFilmId)));
            case 7 ->
                store.stream(Film.class)
                        .filter(film -> film.getCopies().size() > copies)
                        .map(Film::getFilmId)
                        .toList();
            case 8 ->
                store.stream(Film.class)
                        .filter(isLong)
                        .sorted(store.field(Film::getFilmId).ascending())
                        .skip(copies)
                        .limit(10)
                        .toList();
            case 9 -> store.stream(Film.class).anyMatch(film -> Objects.equals(film.getLength(), bound));
            case 10 ->
                store.stream(Film.class)
                        .filter(isLong)
                        .map(film -> new Title(film.getTitle(), film.getLanguage()))
                        .toList();
            default ->
                store.stream(Actor.class)
                        .filter(actor -> actor.actorId() < bound)
                        .collect(Collectors.groupingBy(actor -> actor.lastName().charAt(0)));
        };
    }

    private void executeUnlogged(String statement) throws SQLException {
        sakila.execute("SET sql_log_bin = 0", statement, "SET sql_log_bin = 1");
    }

    @Test
    void differenceIsReportedWithItsQuery() throws Exception {
        BlockingQueue<ShadowDifference> differences = new LinkedBlockingQueue<>();
        store.addShadowListener(differences::add);
        long before = longFilms();
        assertThat(awaitComparisons(1).equal()).isEqualTo(1);
        executeUnlogged("UPDATE film SET length = 61");
        assertThat(longFilms()).isEqualTo(before);
        ShadowDifference difference = Objects.requireNonNull(differences.poll(60, TimeUnit.SECONDS));
        assertThat(difference.table()).isEqualTo("film");
        assertThat(difference.operations()).isEqualTo("filter.count");
        assertThat(difference.memory()).isEqualTo(before);
        assertThat(difference.database()).isEqualTo(1_000L);
        assertThat(difference.plan().orElseThrow().toString()).contains("length");
        assertThat(store.stream(Actor.class).toList()).hasSize(200);
        assertThat(awaitComparisons(3)).isEqualTo(new ShadowStatistics(2, 1, 0, 0, 0));
    }

    private long longFilms() {
        return store.stream(Film.class)
                .filter(film -> film.getLength() != null && film.getLength() > 60)
                .count();
    }

    @Test
    void changedReferenceAndChangedEntityAreDifferences() throws Exception {
        BlockingQueue<ShadowDifference> differences = new LinkedBlockingQueue<>();
        store.addShadowListener(differences::add);
        executeUnlogged("UPDATE language SET name = CONCAT('X', name)");
        assertThat(store.stream(Film.class)
                        .filter(film -> film.getLanguage().getName().startsWith("X"))
                        .count())
                .isZero();
        ShadowDifference ofReference = Objects.requireNonNull(differences.poll(60, TimeUnit.SECONDS));
        assertThat(ofReference.database()).isEqualTo(1_000L);
        assertThat(store.stream(Language.class).toList()).isNotEmpty(); // entities without equals
        ShadowDifference ofEntities = Objects.requireNonNull(differences.poll(60, TimeUnit.SECONDS));
        assertThat(ofEntities.table()).isEqualTo("language");
        executeUnlogged("UPDATE film SET language_id = 7 - language_id WHERE film_id = 7");
        assertThat(store.stream(Film.class).toList()).hasSize(1_000);
        ShadowDifference ofKeys = Objects.requireNonNull(differences.poll(60, TimeUnit.SECONDS));
        assertThat(ofKeys.table()).isEqualTo("film");
    }

    @Test
    void failedDatabaseQueryIsCountedAndMemoryAnswers() throws Exception {
        executeUnlogged("RENAME TABLE actor TO other_actor");
        assertThat(store.stream(Actor.class).count()).isEqualTo(200);
        assertThat(awaitComparisons(1)).isEqualTo(new ShadowStatistics(0, 0, 0, 0, 1));
        assertThat(store.stream(Language.class).count()).isPositive();
        assertThat(awaitComparisons(2).equal()).isEqualTo(1);
    }

    @Test
    void objectsWithoutEqualsAreNotCompared() {
        assertThat(store.stream(Actor.class)
                        .map(actor -> new StringBuilder(actor.lastName()))
                        .toList())
                .hasSize(200);
        assertThat(awaitComparisons(1)).isEqualTo(new ShadowStatistics(0, 0, 1, 0, 0));
    }

    /** Runs lambdas that the engine has read, which have no side effects, and others, which are not trusted here. */
    @Test
    void onlyReadFunctionsRunAgainUnlessAllAreTrusted() {
        store.close();
        store = open(_ -> {});
        Thread own = Thread.currentThread();
        AtomicBoolean isRepeated = new AtomicBoolean();
        Predicate<Film> opaque = film -> {
            if (Thread.currentThread() != own) {
                isRepeated.set(true);
            }
            return film.getFilmId() > 7;
        };
        assertThat(store.stream(Film.class).filter(opaque).count()).isEqualTo(993);
        assertThat(store.stream(Film.class)
                        .collect(Collectors.groupingBy(opaque::test))
                        .get(true))
                .hasSize(993);
        assertThat(store.stream(Film.class)
                        .sorted(Comparator.comparing(Film::getTitle))
                        .limit(5)
                        .toList())
                .hasSize(5);
        assertThat(awaitComparisons(3)).isEqualTo(new ShadowStatistics(0, 0, 3, 0, 0));
        assertThat(longFilms()).isPositive();
        assertThat(store.stream(Film.class)
                        .collect(
                                Collectors.groupingBy(film -> film.getLanguage().getName(), Collectors.counting())))
                .isNotEmpty();
        assertThat(store.stream(Film.class)
                        .sorted(Comparator.comparing(Film::getTitle).thenComparing(Film::getFilmId))
                        .limit(5)
                        .toList())
                .hasSize(5);
        assertThat(awaitComparisons(6)).isEqualTo(new ShadowStatistics(3, 0, 3, 0, 0));
        assertThat(isRepeated).isFalse();
    }
}
