package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.LanguageManager;

/**
 * Verifies maintained questions: at each position the merged result is that of all rows of the database there. Members
 * join and die, questions fail, and subscribers throw.
 */
@Tag("oracle")
@Tag("fault")
@Tag("database")
@Timeout(600)
@SuppressWarnings("NullAway.Init") // set before each test
class MaintainedClusterTest {
    private static final Pattern INTERVAL = Pattern.compile(":1-(\\d+)");
    private static final int TRANSACTIONS = Integer.getInteger("speedwell.followedChanges", 120);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128L);
    private static final Duration LONG = Duration.ofMinutes(2);

    private static ClusterSakila sakila;
    private static Speedment plain;

    private TestCluster cluster;
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final List<Speedment> applications = new ArrayList<>();
    private final List<PartitionedStore> stores = new ArrayList<>();

    @BeforeAll
    static void loadDatabase() throws SQLException {
        sakila = new ClusterSakila("speedwell_test_cluster_maintained");
        plain = sakila.plain();
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        plain.stop();
        sakila.close();
    }

    @BeforeEach
    void begin() {
        cluster = new TestCluster();
    }

    @AfterEach
    void end() {
        stores.forEach(PartitionedStore::close);
        cluster.close();
        applications.forEach(Speedment::stop);
    }

    private PartitionedStore start() {
        return start(cluster.start(), StoreConfiguration.builder().follow().build());
    }

    private PartitionedStore start(HazelcastInstance member, StoreConfiguration configuration) {
        Speedment application = sakila.inMemory(configuration);
        members.add(member);
        applications.add(application);
        PartitionedStore store = PartitionedStore.builder(member, application, "films")
                .partition(Film.FILM_ID)
                .settle(Duration.ofMillis(20))
                .retry(Duration.ofMillis(200))
                .start();
        stores.add(store);
        return store;
    }

    private FilmManager table(int member) {
        return applications.get(member).getOrThrow(FilmManager.class);
    }

    private void awaitWhole(int owners) throws InterruptedException {
        for (PartitionedStore store : stores) {
            assertThat(store.awaitWhole(LONG)).isTrue();
        }
        Awaitility.await()
                .atMost(LONG)
                .until(() -> stores.stream()
                        .allMatch(store -> store.status().owners() == owners
                                && store.status().isWhole()));
    }

    private static List<Film> films() {
        return plain.getOrThrow(FilmManager.class).stream()
                .sorted(Comparator.comparing(Film::getFilmId))
                .toList();
    }

    private static long totalLength() {
        return films().stream().mapToLong(film -> film.getLength().orElse(0)).sum();
    }

    /** A maintained question, and the same operations on a list. */
    private record Case<R>(MaintainedQuery<R> query, Changes<R> changes, Function<List<Film>, R> onList) {
        static <P, R> Case<R> of(
                PartitionedStore store,
                FilmManager table,
                ClusterQuery<Film, P, R> question,
                Function<List<Film>, R> onList) {
            Changes<R> changes = new Changes<>();
            MaintainedQuery<R> query = store.maintain(table, question);
            query.subscribe(changes);
            return new Case<>(query, changes, onList);
        }

        void assertCurrent(List<Film> films) {
            R expected = onList.apply(films);
            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(query.get()).isEqualTo(expected));
            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(changes.received.getLast().after()).isEqualTo(expected));
        }

        /** Asserts that each change has the result of its position, and begins where the one before ended. */
        void assertEach(Map<String, List<Film>> states) {
            R before = null;
            for (ResultChange<R> change : changes.received) {
                assertThat(change.before()).as("seed %d", SEED).isEqualTo(before);
                before = change.after();
                List<Film> films = states.get(change.position().orElseThrow().gtids());
                assertThat(films)
                        .as("seed %d: the position is the end of a transaction", SEED)
                        .isNotNull();
                assertThat(change.after())
                        .as("seed %d, position %s", SEED, change.position())
                        .isEqualTo(onList.apply(requireNonNull(films)));
            }
        }
    }

    @Test
    void resultsEqualListsAtEachPosition() throws Exception {
        for (int i = 0; i < 3; i++) {
            start();
        }
        awaitWhole(3);
        Map<String, List<Film>> states = new HashMap<>();
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            states.put(sakila.gtids(connection), films());
            List<Case<?>> cases = cases();
            Random random = new Random(SEED);
            connection.setAutoCommit(false);
            for (int i = 0; i < TRANSACTIONS; i++) {
                for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                    statement.executeUpdate(change(random));
                }
                if (random.nextInt(8) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
                states.put(sakila.gtids(connection), films());
                if (i == TRANSACTIONS / 2) {
                    statement.execute("ALTER TABLE film COMMENT = 'each member reloads it'");
                    states.put(sakila.gtids(connection), films());
                }
            }
            connection.setAutoCommit(true);
            for (Case<?> one : cases) {
                one.assertCurrent(films());
                one.assertEach(states);
                assertThat(one.query.staleness()).isEmpty();
                assertThat(one.changes.received.size()).as(one.query.toString()).isGreaterThan(1);
            }
            assertThat(cases.getFirst().query.isIncremental())
                    .as(() -> cases.getFirst().query.describe())
                    .isTrue();
            assertThat(cases.getFirst().query.describe()).startsWith("merged from 3 parts; each part is incremental");
            assertReleased(cases);
        }
    }

    private void assertReleased(List<Case<?>> cases) {
        assertThat(stores.getLast().parts().size()).isEqualTo(cases.size());
        assertThat(applications
                        .getLast()
                        .getOrThrow(org.speedwell.accelerator.DataStoreComponent.class)
                        .maintainedBytes())
                .isPositive();
        cases.forEach(one -> one.query.close());
        Awaitility.await()
                .atMost(LONG)
                .until(() -> stores.stream().allMatch(store -> store.parts().size() == 0));
        Awaitility.await()
                .atMost(LONG)
                .until(() -> applications.stream()
                        .allMatch(application -> application
                                        .getOrThrow(org.speedwell.accelerator.DataStoreComponent.class)
                                        .maintainedBytes()
                                == 0));
        for (Case<?> one : cases) {
            Awaitility.await().atMost(LONG).until(() -> one.changes.isComplete);
            assertThatThrownBy(one.query::get)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is closed");
        }
    }

    private List<Case<?>> cases() {
        Questions.Films which = new Questions.Films(60, 150, 2);
        Predicate<Film> predicate = film -> which.predicate().test(film);
        Function<List<Film>, List<Film>> filtered =
                films -> films.stream().filter(predicate).toList();
        FilmManager table = table(0);
        PartitionedStore store = stores.getFirst();
        Questions.AverageCosts costs = new Questions.AverageCosts(which);
        return List.of(
                Case.of(store, table, new Questions.CountFilms(which), filtered.andThen(films -> (long) films.size())),
                Case.of(
                        store,
                        table,
                        new Questions.Dearest(which),
                        filtered.andThen(films ->
                                films.stream().map(Film::getReplacementCost).max(Comparator.naturalOrder()))),
                Case.of(
                        stores.get(1),
                        table(1),
                        new Questions.ByRating(which),
                        filtered.andThen(films -> films.stream()
                                .collect(groupingBy(film -> film.getRating().orElseThrow(), counting())))),
                Case.of(
                        stores.get(2),
                        table(2),
                        new Questions.FirstFilms(which, 0, 20),
                        filtered.andThen(films -> films.stream()
                                .sorted(Questions.FirstFilms.comparator(0))
                                .limit(20)
                                .toList())),
                Case.of(
                        store,
                        table,
                        costs,
                        filtered.andThen(films -> films.stream().collect(costs.collector()))));
    }

    /** Returns a statement that changes films of several parts. */
    private static String change(Random random) {
        int film = 1 + random.nextInt(1_000);
        return switch (random.nextInt(6)) {
            case 0 -> "UPDATE film SET length = " + (40 + random.nextInt(150)) + " WHERE film_id = " + film;
            case 1 ->
                "UPDATE film SET replacement_cost = " + random.nextInt(90) + ".99 WHERE film_id BETWEEN " + film
                        + " AND " + (film + random.nextInt(20));
            case 2 -> "UPDATE film SET rating = 1 + (film_id + " + film + ") % 5 WHERE film_id % 97 = " + film % 97;
            case 3 -> "UPDATE film SET rental_rate = " + random.nextInt(6) + ".99 WHERE film_id % 31 = " + film % 31;
            case 4 ->
                "REPLACE INTO film (film_id, title, language_id, rental_duration, rental_rate, replacement_cost, length,"
                        + " rating) VALUES (" + (2_000 + random.nextInt(200)) + ", 'T', 1, 3, 2.99, 9.99, 100, 'G')";
            default -> "DELETE FROM film WHERE film_id = " + (2_000 + random.nextInt(200));
        };
    }

    @Test
    void resultsNeverContainHalfATransaction() throws Exception {
        for (int i = 0; i < 3; i++) {
            start();
        }
        awaitWhole(3);
        long total = totalLength();
        MaintainedQuery<List<Long>> lengths = stores.getFirst().maintain(table(0), new MaintainedQuestions.Lengths());
        Changes<List<Long>> changes = new Changes<>();
        lengths.subscribe(changes);
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Random random = new Random(SEED);
            int seen = 1; // the first result
            for (int i = 1; i <= 5 * TRANSACTIONS; i++) {
                int from = 1 + random.nextInt(500);
                int to = 501 + random.nextInt(499);
                statement.executeUpdate("UPDATE film SET length = length - 1 WHERE film_id = " + from);
                statement.executeUpdate("UPDATE film SET length = length + 1 WHERE film_id = " + to);
                connection.commit();
                if (i % TRANSACTIONS == 0) { // the members reach a common position once the writer pauses
                    int before = seen;
                    Awaitility.await().atMost(LONG).until(() -> changes.received.size() > before);
                    seen = changes.received.size();
                }
            }
        }
        Awaitility.await()
                .atMost(LONG)
                .until(() -> lengths.get().equals(stores.get(1).ask(table(1), new MaintainedQuestions.Lengths())));
        assertThat(lengths.get()).hasSize(3);
        Awaitility.await()
                .atMost(LONG)
                .until(() -> changes.received.getLast().after().equals(lengths.get()));
        assertThat(changes.received)
                .hasSizeGreaterThan(3)
                .allSatisfy(change -> assertThat(change.after().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .as("seed %d", SEED)
                        .isEqualTo(total));
        assertThat(totalLength()).isEqualTo(total);
    }

    @Test
    void resultFollowsMembersThatJoinAndDie() throws Exception {
        start();
        start();
        awaitWhole(2);
        Questions.Films which = new Questions.Films(60, 150, 2);
        Predicate<Film> predicate = film -> which.predicate().test(film);
        MaintainedQuery<Long> count = stores.getFirst().maintain(table(0), new Questions.CountFilms(which));
        Changes<Long> changes = new Changes<>();
        count.subscribe(changes);
        assertThat(count.describe()).startsWith("merged from 2 parts");

        start();
        awaitWhole(3);
        Awaitility.await().atMost(LONG).until(() -> count.staleness().isEmpty());
        assertThat(count.describe()).startsWith("merged from 3 parts");
        sakila.execute("UPDATE film SET length = 100 WHERE film_id % 7 = 3");
        assertCurrent(count, predicate);

        long known = count.get();
        members.get(2).getLifecycleService().terminate();
        stores.remove(2).close();
        Awaitility.await()
                .atMost(LONG)
                .until(() -> count.staleness().isPresent() || count.describe().startsWith("merged from 2 parts"));
        assertThat(count.get()).isEqualTo(known);
        awaitWhole(2);
        sakila.execute("UPDATE film SET length = 101 WHERE film_id % 7 = 4");
        assertCurrent(count, predicate);
        Awaitility.await().atMost(LONG).until(() -> count.staleness().isEmpty());
        assertThat(count.describe()).startsWith("merged from 2 parts");
        Awaitility.await()
                .atMost(LONG)
                .until(() -> changes.received.getLast().after().equals(count.get()));
        for (int i = 1; i < changes.received.size(); i++) {
            assertThat(changes.received.get(i).before())
                    .isEqualTo(changes.received.get(i - 1).after());
        }
    }

    @Test
    void resultsAreWholeWhileMembersChange() throws Exception {
        start();
        start();
        awaitWhole(2);
        long total = totalLength();
        MaintainedQuery<List<Long>> lengths = stores.getFirst().maintain(table(0), new MaintainedQuestions.Lengths());
        Changes<List<Long>> changes = new Changes<>();
        lengths.subscribe(changes);
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService writing = Executors.newSingleThreadExecutor()) {
            Future<?> writer = writing.submit(() -> transferLengths(isOver));
            try {
                start();
                awaitParts(changes, 3);
                members.get(1).getLifecycleService().terminate();
                stores.remove(1).close();
                awaitParts(changes, 2);
                start();
                awaitParts(changes, 3);
            } finally {
                isOver.set(true);
            }
            writer.get();
        }
        Awaitility.await().atMost(LONG).until(() -> lengths.staleness().isEmpty());
        assertThat(changes.received)
                .allSatisfy(change -> assertThat(change.after().stream()
                                .mapToLong(Long::longValue)
                                .sum())
                        .as("seed %d, position %s", SEED, change.position())
                        .isEqualTo(total));
        assertThat(changes.received)
                .extracting(MaintainedClusterTest::number)
                .as("no result is older than the one before")
                .isSorted();
    }

    /** Returns a number that grows with each transaction that a result contains. */
    private static long number(ResultChange<?> change) {
        String gtids = change.position().orElseThrow().gtids();
        return gtids.contains(":")
                ? INTERVAL.matcher(gtids) // MySQL counts the transactions of each server and tag
                        .results()
                        .mapToLong(interval -> Long.parseLong(interval.group(1)))
                        .sum()
                : Long.parseLong(gtids.substring(gtids.lastIndexOf('-') + 1));
    }

    private static void awaitParts(Changes<List<Long>> changes, int parts) {
        Awaitility.await()
                .atMost(LONG)
                .until(() -> changes.received.getLast().after().size() == parts);
    }

    /** Moves minutes between films of different parts, each time in one transaction. */
    private static Object transferLengths(AtomicBoolean isOver) throws SQLException {
        try (Connection connection = sakila.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Random random = new Random(SEED);
            while (!isOver.get()) {
                int from = 1 + random.nextInt(500);
                int to = 501 + random.nextInt(499);
                for (int minutes : new int[] {1, -1}) { // there and back, so that no length becomes negative
                    statement.executeUpdate(
                            "UPDATE film SET length = length - " + minutes + " WHERE film_id = " + from);
                    statement.executeUpdate("UPDATE film SET length = length + " + minutes + " WHERE film_id = " + to);
                    connection.commit();
                }
            }
        }
        return isOver;
    }

    private static void assertCurrent(MaintainedQuery<Long> count, Predicate<Film> predicate) {
        long expected = films().stream().filter(predicate).count();
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(count.get()).isEqualTo(expected));
    }

    @Test
    void questionsOfALostMemberAreReleased() throws Exception {
        start();
        start();
        awaitWhole(2);
        MaintainedQuery<Long> kept = stores.getFirst().maintain(table(0), new FaultyQuestions.All());
        MaintainedQuery<Long> lost = stores.get(1).maintain(table(1), new FaultyQuestions.All());
        assertThat(lost.get()).isEqualTo(kept.get());
        assertThat(stores.getFirst().parts().size()).isEqualTo(2);

        members.get(1).getLifecycleService().terminate();
        stores.remove(1).close();

        Awaitility.await().atMost(LONG).until(() -> stores.getFirst().parts().size() == 1);
        assertThatThrownBy(lost::get).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void abandonedQuestionIsReleased() throws Exception {
        start();
        start();
        awaitWhole(2);
        long films =
                stores.getFirst().maintain(table(0), new FaultyQuestions.All()).get();
        assertThat(films).isEqualTo(films().size());
        Awaitility.await().atMost(LONG).until(() -> {
            System.gc();
            sakila.execute("UPDATE film SET length = length + 1 WHERE film_id = 5");
            return stores.stream().allMatch(store -> store.parts().size() == 0);
        });
    }

    @Test
    void failureOfAPartIsThatOfTheResult() throws Exception {
        start();
        start();
        awaitWhole(2);
        MaintainedQuery<Long> count = stores.getFirst().maintain(table(0), new MaintainedQuestions.RefusesLong(60_000));
        long films = count.get();
        Changes<Long> changes = new Changes<>();
        count.subscribe(changes);
        sakila.execute("UPDATE film SET length = 60001 WHERE film_id = 11");
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThatThrownBy(count::get)
                        .isInstanceOf(ClusterQueryException.class)
                        .hasMessageStartingWith("No answer to the question "
                                + MaintainedQuestions.RefusesLong.class.getName() + ". Missing: part ")
                        .hasMessageContaining("film 11 is too long"));
        Awaitility.await().atMost(LONG).until(() -> changes.failure instanceof ClusterQueryException);
        sakila.execute("UPDATE film SET length = 61 WHERE film_id = 11");
        Awaitility.await().atMost(LONG).ignoreExceptions().until(() -> count.get() == films);
    }

    @Test
    void subscriberThatThrowsHarmsNoOther() throws Exception {
        start();
        start();
        awaitWhole(2);
        MaintainedQuery<List<Long>> lengths = stores.getFirst().maintain(table(0), new MaintainedQuestions.Lengths());
        Changes<List<Long>> throwing = new Changes<>() {
            @Override
            public void onNext(ResultChange<List<Long>> change) {
                throw new IllegalArgumentException("of the test");
            }
        };
        Changes<List<Long>> sound = new Changes<>();
        lengths.subscribe(throwing);
        lengths.subscribe(sound);
        Awaitility.await().atMost(LONG).until(() -> throwing.failure instanceof IllegalArgumentException);
        sakila.execute("UPDATE film SET length = length + 1 WHERE film_id < 20");
        Awaitility.await()
                .atMost(LONG)
                .until(() -> sound.received.getLast().after().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        == totalLength());
    }

    @Test
    void questionsThatCannotBeMaintainedAreRefused() throws Exception {
        start();
        awaitWhole(1);
        PartitionedStore store = stores.getFirst();
        assertThatThrownBy(() ->
                        store.maintain(table(0), new FaultyQuestions.HoldsPredicate(film -> film.getFilmId() > 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Cannot send the question ");
        assertThatThrownBy(() -> store.maintain(table(0), new FaultyQuestions.Failing(0)))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("part 1 of 1, which failed: java.lang.IllegalStateException: no answer from 0");
        assertThatThrownBy(() -> store.maintain(table(0), new FaultyQuestions.AnswersStream()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("The query has no terminal operation");
        assertThatThrownBy(() -> store.maintain(table(0), new MaintainedQuestions.StreamsTwice()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("A maintained question can stream its part only once.");
        assertThatThrownBy(() -> store.maintain(table(0), new MaintainedQuestions.StreamsOther()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("so it cannot stream language. Use a reference to that table, or ask");
        Awaitility.await().atMost(LONG).until(() -> store.parts().size() == 0);

        LanguageManager languages = applications.getFirst().getOrThrow(LanguageManager.class);
        try (MaintainedQuery<Long> whole = store.maintain(languages, new CountLanguages())) {
            assertThat(whole.get()).isEqualTo(languages.stream().count());
        }
        store.close();
        assertThatThrownBy(() -> store.maintain(table(0), new FaultyQuestions.All()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The store films is closed. Start another one.");
    }

    record CountLanguages() implements CountQuery<org.speedwell.sakila.Language> {
        @Override
        public java.util.stream.Stream<?> rows(TablePart<org.speedwell.sakila.Language> part) {
            return part.stream();
        }
    }

    @Test
    void liteMemberAsks() throws Exception {
        start();
        start();
        awaitWhole(2);
        PartitionedStore lite = start(cluster.startLite(), StoreConfiguration.defaults());
        try (MaintainedQuery<Long> count = lite.maintain(table(2), new FaultyQuestions.All())) {
            assertThat(count.get()).isEqualTo(films().size());
            assertThat(count.staleness()).isEmpty();
            assertThat(lite.parts().size()).isZero();
            assertThat(stores.getFirst().parts().size()).isEqualTo(1);
        }
    }

    @Test
    void memberThatDoesNotFollowIsNamed() throws Exception {
        PartitionedStore store = start(cluster.start(), StoreConfiguration.defaults());
        awaitWhole(1);
        assertThatThrownBy(() -> store.maintain(table(0), new FaultyQuestions.All()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("it does not follow the database: build its StoreConfiguration with follow()");
    }
}
