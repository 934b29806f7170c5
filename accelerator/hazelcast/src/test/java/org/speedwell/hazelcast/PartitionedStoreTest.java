package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Rental;

/**
 * Verifies queries while members join, leave and die, and queries that fail. An answer covers all rows, or an error
 * names what is missing.
 */
@Tag("fault")
@Tag("database")
@SuppressWarnings("NullAway.Init") // set before each test
class PartitionedStoreTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    private static ClusterSakila sakila;
    private static long films;

    private TestCluster cluster;
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final List<Speedment> applications = new ArrayList<>();
    private final List<PartitionedStore> stores = new ArrayList<>();

    /** Loads wait at this gate until it opens. */
    private volatile CountDownLatch gate = new CountDownLatch(0);

    @BeforeAll
    static void loadDatabase() throws SQLException {
        sakila = new ClusterSakila("speedwell_test_cluster_parts");
        Speedment plain = sakila.plain();
        films = plain.getOrThrow(FilmManager.class).stream().count();
        plain.stop();
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        sakila.close();
    }

    @BeforeEach
    void begin() {
        cluster = new TestCluster();
    }

    @AfterEach
    void end() {
        gate.countDown();
        stores.forEach(PartitionedStore::close);
        cluster.close();
        applications.forEach(Speedment::stop);
    }

    private PartitionedStore start() {
        return start(cluster.start(), UnaryOperator.identity());
    }

    private PartitionedStore start(HazelcastInstance member, UnaryOperator<PartitionedStore.Builder> how) {
        Speedment application = sakila.inMemory();
        members.add(member);
        applications.add(application);
        PartitionedStore store = how.apply(PartitionedStore.builder(member, application, "films")
                        .partition(Film.FILM_ID)
                        .settle(Duration.ofMillis(20))
                        .retry(Duration.ofMillis(200))
                        .loading(this::awaitGate))
                .start();
        stores.add(store);
        return store;
    }

    /** Makes the loading threads wait at the gate. */
    private LoadConfiguration.Builder awaitGate(LoadConfiguration.Builder load) {
        return load.progress((table, rows, estimate, phase) -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("stopped", e);
            }
        });
    }

    private void closeGate() {
        gate = new CountDownLatch(1);
    }

    private FilmManager table(int member) {
        return applications.get(member).getOrThrow(FilmManager.class);
    }

    private void awaitWhole(int count) throws InterruptedException {
        for (PartitionedStore store : stores.subList(0, count)) {
            assertThat(store.awaitWhole(LONG))
                    .as(() -> store.status().toString())
                    .isTrue();
        }
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            for (PartitionedStore store : stores.subList(0, count)) {
                assertThat(store.status().owners()).isEqualTo(count);
                assertThat(store.status().held()).hasSize(1).first().asString().endsWith(" of " + count);
                assertThat(store.status().missing()).isEmpty();
                assertThat(store.status().failure()).isEmpty();
            }
        });
    }

    private void assertAnswered(int member, int parts) {
        ClusterAnswer<Long> answer = stores.get(member).answer(table(member), new FaultyQuestions.All());
        assertThat(answer.value()).isEqualTo(films);
        assertThat(answer.parts()).isEqualTo(parts);
        assertThat(answer.oldest()).isBeforeOrEqualTo(answer.newest());
    }

    @Test
    void newMemberServesOnlyAfterItsLoadAndLostPartIsReported() throws Exception {
        start();
        start();
        awaitWhole(2);
        assertAnswered(1, 2);

        closeGate();
        start();
        for (PartitionedStore store : stores) {
            Awaitility.await().atMost(LONG).until(() -> store.status().owners() == 3);
        }
        for (int member = 0; member < 3; member++) {
            assertAnswered(member, 2); // also from the third member, which has no part
        }
        assertThat(stores.get(2).status().isWhole()).isTrue();
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(stores.get(2).status().missing())
                        .anyMatch(part -> part.startsWith("part 3 of 3 is being loaded by ")));

        gate.countDown();
        awaitWhole(3);
        assertAnswered(2, 3);

        closeGate();
        members.get(2).getLifecycleService().terminate();
        var failed = catchThrowableOfType(
                ClusterQueryException.class, () -> stores.getFirst().ask(table(0), new FaultyQuestions.All()));
        assertThat(failed)
                .hasMessageStartingWith(
                        "No answer to the question " + FaultyQuestions.All.class.getName() + ". Missing: ")
                .hasMessageMatching(".*part (3 of 3 is held by no member|. of 2 is being loaded by ).*");
        assertThat(failed.missingParts()).isNotEmpty();

        gate.countDown();
        awaitWhole(2);
        assertAnswered(0, 2);

        stores.get(1).close();
        awaitWhole(1);
        assertAnswered(0, 1);
    }

    @Test
    void memberDeathDuringQueryFailsTheQuery() throws Exception {
        start();
        start();
        awaitWhole(2);
        var hung = FaultyQuestions.Hung.of("dies");
        try {
            CompletableFuture<Long> asked = CompletableFuture.supplyAsync(
                    () -> stores.getFirst().ask(table(0), new FaultyQuestions.Hanging("dies", 1, 2)));
            assertThat(hung.entered.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            closeGate();
            members.get(1).getLifecycleService().terminate();

            assertThatThrownBy(() -> asked.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ClusterQueryException.class)
                    .hasMessageMatching(".*Missing: .*part \\d of \\d is .*");
        } finally {
            hung.released.countDown();
        }
        gate.countDown();
        awaitWhole(1);
        assertAnswered(0, 1);
    }

    @Test
    void lateOrFailingPartIsNamedAndLiteMemberCanQuery() throws Exception {
        start();
        start();
        PartitionedStore asking = start(cluster.startLite(), store -> store.timeout(Duration.ofMillis(500)));
        awaitWhole(2);
        assertThat(asking.awaitWhole(LONG)).isTrue();
        assertThat(asking.status().held()).isEmpty();
        var hung = FaultyQuestions.Hung.of("late");
        try {
            assertThatThrownBy(() -> asking.ask(table(2), new FaultyQuestions.Hanging("late", 0, 2)))
                    .isInstanceOf(ClusterQueryException.class)
                    .hasMessageStartingWith("No answer within 500 ms to ")
                    .hasMessageContaining("part 1 of 2 on [127.0.0.1]:")
                    .hasMessageContaining("Raise the timeout");
        } finally {
            hung.released.countDown();
        }
        assertThatThrownBy(() -> stores.getFirst().ask(table(0), new FaultyQuestions.Failing(1)))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("part 2 of 2 on [127.0.0.1]:")
                .hasMessageContaining("which failed: java.lang.IllegalStateException: no answer from 1");
        assertThatThrownBy(() -> stores.getFirst().ask(table(0), new FaultyQuestions.Breaking(1)))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("which failed: java.lang.OutOfMemoryError: of the test");
        assertThatThrownBy(() -> stores.getFirst().ask(table(0), new FaultyQuestions.AnswersStream()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("the answer of a part must be serializable, but contains ");
        assertAnswered(0, 2);
    }

    @Test
    void lambdaQueriesAreRefused() throws Exception {
        PartitionedStore store = start();
        awaitWhole(1);
        int longer = 100;
        CountQuery<Film> lambda = part -> part.stream().filter(Film.LENGTH.greaterThan(longer));
        CountQuery<Film> anonymous = new CountQuery<>() {
            @Override
            public Stream<?> rows(TablePart<Film> part) {
                return part.stream();
            }
        };
        FaultyQuestions.Sent sent = film -> film.getFilmId() > longer;

        for (CountQuery<Film> nameless : List.of(lambda, anonymous)) {
            assertThatThrownBy(() -> store.ask(table(0), nameless))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("The other members cannot find the class of the question ");
        }
        assertThatThrownBy(
                        () -> store.ask(table(0), new FaultyQuestions.HoldsPredicate(Film.LENGTH.greaterThan(longer))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("because it contains com.speedment.")
                .hasMessageContaining("Keep serializable values in it");
        assertThatThrownBy(() -> store.ask(table(0), new FaultyQuestions.HoldsPredicate(sent)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "because it contains a lambda of " + getClass().getName());
    }

    @Test
    void unpartitionedTableIsQueriedLocallyAndReloadShowsChanges() throws Exception {
        start();
        PartitionedStore store = start();
        awaitWhole(2);
        LanguageManager languages = applications.get(1).getOrThrow(LanguageManager.class);
        ClusterAnswer<Long> answer = store.answer(languages, new CountLanguages());
        assertThat(answer.value()).isEqualTo(languages.stream().count()).isPositive();
        assertThat(answer.parts()).isEqualTo(1);

        sakila.execute("UPDATE film SET length = 9999 WHERE film_id <= 10");
        assertThat(store.ask(table(1), new CountLonger(9_000))).isZero();
        store.reload();
        assertThat(store.ask(table(1), new CountLonger(9_000))).isEqualTo(10);
        assertAnswered(0, 2);
    }

    record CountLanguages() implements CountQuery<Language> {
        @Override
        public Stream<?> rows(TablePart<Language> part) {
            return part.stream();
        }
    }

    record CountLonger(int minutes) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(Film.LENGTH.greaterThan(minutes));
        }
    }

    @Test
    void loadWaitsForEnoughMembersAndEqualPartitioning() throws Exception {
        PartitionedStore first = start(cluster.start(), store -> store.atLeast(2));
        Awaitility.await().atMost(LONG).until(() -> !first.status().failure().isEmpty());
        assertThatThrownBy(() -> first.ask(table(0), new FaultyQuestions.All()))
                .isInstanceOf(ClusterQueryException.class)
                .hasMessageContaining("part 1 of 1 is held by no member")
                .hasMessageContaining("waits for 2 members, and sees 1");
        HazelcastInstance member = cluster.start();
        start(member, store -> store.atLeast(2));
        awaitWhole(2);

        Speedment other = sakila.inMemory();
        HazelcastInstance third = cluster.start();
        try (PartitionedStore odd = PartitionedStore.builder(third, other, "films")
                .partition(Film.FILM_ID)
                .partition(Rental.RENTAL_ID)
                .start()) {
            Awaitility.await().atMost(LONG).until(() -> !odd.status().failure().isEmpty());
            assertThat(odd.status().failure())
                    .contains("partitions sakila.film by film_id, but this member partitions sakila.film by film_id,"
                            + " sakila.rental by rental_id. "
                            + "Start films with the same tables and keys on all members.");
            assertAnswered(0, 2);
            assertThatThrownBy(() -> PartitionedStore.builder(third, other, "films")
                            .partition(Film.FILM_ID)
                            .start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("PartitionedStore films already runs on this member. Close it first,"
                            + " or choose another name.");
        }
        other.stop();
        awaitWhole(2);
        assertAnswered(1, 2);
    }

    @Test
    void contradictingConfigurationIsRefused() {
        HazelcastInstance member = cluster.start();
        assertRefused(
                member,
                StoreConfiguration.builder()
                        .follow(FollowConfiguration.builder()
                                .verifyEvery(Duration.ofHours(1))
                                .build()),
                "compares tables with the database (verifyEvery), which has the rows of all parts");
        assertRefused(
                member,
                StoreConfiguration.builder().reloadEvery(Duration.ofHours(1)),
                "reloads periodically, which would load all rows: call PartitionedStore.reload instead");
        assertRefused(member, StoreConfiguration.builder().shadow(0.5), "runs shadow queries in the database");
        Speedment application = ClusterSakila.withoutDatabase();
        assertThatThrownBy(() ->
                        PartitionedStore.builder(member, application, "films").start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No table has a partition key. Call partition with a key");
        assertThatThrownBy(() -> PartitionedStore.builder(member, application, "films")
                        .partition(Film.FILM_ID)
                        .partition(Film.TITLE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Table film already has a partition key");
        application.stop();
    }

    private static void assertRefused(
            HazelcastInstance member, StoreConfiguration.Builder configuration, String message) {
        Speedment application = ClusterSakila.builder("jdbc:mysql://127.0.0.1:1/sakila", "nobody", "none", "sakila")
                .withSkipCheckDatabaseConnectivity()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, configuration::build)
                .build();
        assertThatThrownBy(() -> PartitionedStore.builder(member, application, "films")
                        .partition(Film.FILM_ID)
                        .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(message);
        application.stop();
    }

    @Test
    void errorBeforeLoadIsReportedAndRetried() throws InterruptedException {
        AtomicBoolean fails = new AtomicBoolean(true);
        PartitionedStore store = start(
                cluster.start(),
                how -> how.retry(Duration.ofSeconds(2)).loading(load -> {
                    if (fails.get()) {
                        throw new OutOfMemoryError("of the test");
                    }
                    return load;
                }));
        Awaitility.await()
                .atMost(LONG)
                .until(() -> store.status().failure().equals("java.lang.OutOfMemoryError: of the test"));
        fails.set(false);
        assertThat(store.awaitWhole(LONG)).isTrue();
        Awaitility.await().atMost(LONG).until(() -> store.status().failure().isEmpty());
    }
}
