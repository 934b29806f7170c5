package org.speedwell.hazelcast;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.hazelcast.config.SerializationConfig;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.hazelcast.RecordQuestions.AverageId;
import org.speedwell.hazelcast.RecordQuestions.ByDuration;
import org.speedwell.hazelcast.RecordQuestions.CountFilms;
import org.speedwell.hazelcast.RecordQuestions.CountShortFilms;
import org.speedwell.hazelcast.RecordQuestions.Dearest;
import org.speedwell.hazelcast.RecordQuestions.Film;
import org.speedwell.hazelcast.RecordQuestions.FirstFilms;
import org.speedwell.hazelcast.RecordQuestions.Ids;
import org.speedwell.hazelcast.RecordQuestions.Language;
import org.speedwell.hazelcast.RecordQuestions.Late;
import org.speedwell.hazelcast.RecordQuestions.Payment;
import org.speedwell.hazelcast.RecordQuestions.Rental;
import org.speedwell.hazelcast.RecordQuestions.RentalsOf;
import org.speedwell.hazelcast.RecordQuestions.ShortFilm;
import org.speedwell.hazelcast.RecordQuestions.SpentByRenters;

/**
 * Members with a {@link MemoryStore} of records answer random questions as lists do, while members join and leave. They
 * also publish versions, and refuse other classes.
 */
@Tag("oracle")
@Tag("database")
@Timeout(600)
@SuppressWarnings("NullAway.Init") // set before each test
class RecordsTest {
    private static final int QUESTIONS = Integer.getInteger("speedwell.questions", 40);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129L);
    private static final Duration LONG = Duration.ofMinutes(2);

    private static ClusterSakila sakila;

    private TestCluster cluster;
    private final List<MemoryStore> tables = new ArrayList<>();
    private final List<PartitionedStore> stores = new ArrayList<>();

    @BeforeAll
    static void loadDatabase() throws SQLException {
        sakila = new ClusterSakila("speedwell_test_cluster_records");
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
        stores.forEach(PartitionedStore::close);
        cluster.close();
        tables.forEach(MemoryStore::close);
    }

    private MemoryStore memory(StoreConfiguration configuration) {
        MemoryStore memory = MemoryStore.builder(sakila.dataSource())
                .tables(Film.class, Rental.class, Payment.class, Language.class)
                .create(configuration);
        tables.add(memory);
        return memory;
    }

    private void start(HazelcastInstance member, StoreConfiguration configuration) {
        stores.add(PartitionedStore.builder(member, memory(configuration), "sakila")
                .partition(Film.class, "film_id")
                .partition(Rental.class, "customer_id")
                .partition(Payment.class, "customer_id")
                .settle(Duration.ofMillis(50))
                .start());
    }

    private void awaitWhole(int members) {
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            for (PartitionedStore store : stores) {
                assertThat(store.status().isWhole())
                        .as(() -> store.status().toString())
                        .isTrue();
                assertThat(store.status().owners()).isEqualTo(members);
                assertThat(store.status().held()).hasSize(1).first().asString().endsWith(" of " + members);
            }
        });
    }

    /** All rows of the tables, the films in the order of their ids. */
    private record Lists(List<Film> films, List<Rental> rentals, List<Payment> payments) {}

    @Test
    void membersAnswerAsListsDo() {
        DataStore whole = memory(StoreConfiguration.defaults());
        whole.load();
        Lists lists = new Lists(
                whole.stream(Film.class)
                        .sorted(Comparator.comparing(Film::filmId))
                        .toList(),
                whole.stream(Rental.class).toList(),
                whole.stream(Payment.class).toList());
        Random random = new Random(SEED);
        for (int members = 1; members <= 3; members++) {
            start(cluster.start(), StoreConfiguration.defaults());
            awaitWhole(members);
            askAll(lists, random);
            List<Long> shares = tables.stream()
                    .skip(1) // the store with all rows
                    .map(table -> table.stream(Film.class).count())
                    .toList();
            assertThat(shares).hasSize(members).doesNotContain(0L);
            assertThat(shares.stream().mapToLong(Long::longValue).sum()).isEqualTo(lists.films.size());
        }
        stores.removeLast().close();
        awaitWhole(2);
        askAll(lists, random);
    }

    private void askAll(Lists lists, Random random) {
        for (int i = 0; i < QUESTIONS; i++) {
            long seed = random.nextLong();
            ask(stores.get(random.nextInt(stores.size())), lists, i % 9, new Random(seed), "seed " + seed);
        }
    }

    private static void ask(PartitionedStore store, Lists lists, int question, Random random, String what) {
        int from = random.nextInt(40, 180);
        int to = from + random.nextInt(40);
        Predicate<Film> isBetween = film -> film.isBetween(from, to);
        List<Film> films = lists.films.stream().filter(isBetween).toList();
        switch (question) {
            case 0 ->
                assertThat(store.ask(Film.class, new CountFilms(from, to)))
                        .as(what)
                        .isEqualTo(films.size());
            case 1 ->
                assertThat(store.ask(Film.class, new Ids(from, to)))
                        .as(what)
                        .hasToString(films.stream()
                                .mapToLong(Film::filmId)
                                .summaryStatistics()
                                .toString());
            case 2 ->
                assertThat(store.ask(Film.class, new Dearest(from, to)))
                        .as(what)
                        .isEqualTo(films.stream().map(Film::replacementCost).max(Comparator.naturalOrder()));
            case 3 ->
                assertThat(store.ask(Film.class, new ByDuration(from, to)))
                        .as(what)
                        .isEqualTo(films.stream().collect(groupingBy(Film::rentalDuration, counting())));
            case 4, 5 -> {
                FirstFilms first = new FirstFilms(from, to, random.nextInt(3), random.nextInt(30));
                assertThat(store.ask(Film.class, first))
                        .as("%s, %s", what, first)
                        .isEqualTo(films.stream()
                                .sorted(first.order())
                                .limit(first.limit())
                                .toList());
            }
            case 6 ->
                assertThat(store.ask(Film.class, new AverageId()))
                        .as(what)
                        .isCloseTo(
                                lists.films.stream()
                                        .mapToInt(Film::filmId)
                                        .average()
                                        .orElseThrow(),
                                within(1e-6));
            case 7 -> {
                int staff = random.nextInt(1, 3);
                assertThat(store.ask(Rental.class, new RentalsOf(staff)))
                        .as("%s, staff %d", what, staff)
                        .containsExactlyInAnyOrderElementsOf(lists.rentals.stream()
                                .filter(rental -> rental.staffId() == staff)
                                .toList());
            }
            default -> {
                int first = random.nextInt(16_000);
                Set<Integer> renters = lists.rentals.stream()
                        .filter(rental -> rental.rentalId() >= first && rental.rentalId() < first + 200)
                        .map(Rental::customerId)
                        .collect(toSet());
                assertThat(store.ask(Rental.class, new SpentByRenters(first, first + 200)))
                        .as("%s, rentals from %d", what, first)
                        .isEqualByComparingTo(lists.payments.stream()
                                .filter(payment -> renters.contains(payment.customerId()))
                                .map(Payment::amount)
                                .reduce(BigDecimal.ZERO, BigDecimal::add));
            }
        }
    }

    /** Runs an example of the README. */
    @Test
    void maintainedAnswerFollowsTheDatabase() throws Exception {
        HazelcastInstance hazelcast = cluster.start();
        DataSource dataSource = sakila.dataSource();
        LocalDateTime since = LocalDateTime.of(2005, 8, 1, 0, 0);

        MemoryStore memory = MemoryStore.builder(dataSource)
                .tables(Rental.class, Payment.class)
                .create(StoreConfiguration.builder().follow().build());
        PartitionedStore sales = PartitionedStore.builder(hazelcast, memory, "sales")
                .partition(Rental.class, "customer_id")
                .partition(Payment.class, "customer_id")
                .start();
        sales.awaitWhole(Duration.ofMinutes(30));
        long late = sales.ask(Rental.class, new Late(since));

        tables.add(memory);
        stores.add(sales);
        try (MaintainedQuery<Long> lateNow = sales.maintain(Rental.class, new Late(since))) {
            assertThat(lateNow.get()).isEqualTo(late);
            sakila.execute("INSERT INTO rental (rental_date, inventory_id, customer_id, staff_id)"
                    + " VALUES ('2026-01-01 00:00:00', 1, 1, 1)");
            Awaitility.await().atMost(LONG).until(() -> lateNow.get() == late + 1);
            sakila.execute("DELETE FROM rental WHERE rental_date = '2026-01-01 00:00:00'");
            Awaitility.await().atMost(LONG).until(() -> lateNow.get() == late);
        }
    }

    @Test
    void publishedVersionIsOpenedByTheSameClassesOnly(@TempDir Path folder, @TempDir Path other, @TempDir Path third)
            throws Exception {
        HazelcastInstance member = cluster.start();
        HazelcastInstance reader = cluster.start();
        MemoryStore loader = memory(StoreConfiguration.defaults());
        MemoryStore receiver = memory(StoreConfiguration.defaults());
        MemoryStore stranger = MemoryStore.builder(sakila.dataSource())
                .table(ClassMapping.builder(ShortFilm.class).table("film").build())
                .tables(Rental.class, Payment.class, Language.class)
                .create(StoreConfiguration.defaults());
        tables.add(stranger);
        try (SnapshotPublisher publisher = SnapshotPublisher.start(member, loader, "records", folder.resolve("all"))) {
            loader.load();
            publisher.publish();
            try (SnapshotSubscriber subscriber = SnapshotSubscriber.builder(reader, receiver, "records", other)
                    .start()) {
                assertThat(subscriber.await(LONG)).isTrue();
                assertThat(receiver.stream(Film.class).toList())
                        .isEqualTo(loader.stream(Film.class).toList());
            }
            try (SnapshotSubscriber subscriber = SnapshotSubscriber.builder(reader, stranger, "records", third)
                    .retry(Duration.ofMillis(50))
                    .start()) {
                Awaitility.await()
                        .atMost(LONG)
                        .untilAsserted(() -> assertThat(subscriber.status().toString())
                                .contains("has another model than this application")
                                .contains(".film has different columns"));
                assertThat(stranger.version()).isZero();
            }
        }
    }

    @Test
    void entityOfAnotherClassIsRefused() throws Exception {
        MemoryStore memory = memory(StoreConfiguration.defaults());
        MemoryStore stranger = MemoryStore.builder(sakila.dataSource())
                .table(ClassMapping.builder(ShortFilm.class).table("film").build())
                .create(StoreConfiguration.defaults());
        tables.add(stranger);
        Wire wire = new Wire(memory.describe(), MemberFilter.of(new SerializationConfig()));
        Film film = new Film(7, "Latin", null, 3, new BigDecimal("9.99"));
        byte[] sent = wire.write(List.of(film));
        assertThat(wire.read(sent)).isEqualTo(List.of(film));
        Wire other = new Wire(stranger.describe(), MemberFilter.of(new SerializationConfig()));
        assertThatThrownBy(() -> other.read(sent))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(".film has other columns on another member")
                .hasMessageContaining("Start the same version of the application on all members");
    }

    @Test
    void unknownKeysAndClassesAreRejected() {
        HazelcastInstance member = cluster.start();
        PartitionedStore.Builder builder =
                PartitionedStore.builder(member, memory(StoreConfiguration.defaults()), "sakila");
        assertThatThrownBy(() -> builder.partition(Film.class, "filmId"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Film has no column filmId. It has film_id, title");
        assertThatThrownBy(() -> builder.partition(ShortFilm.class, "film_id"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no table of class " + ShortFilm.class.getName());
        PartitionedStore store = builder.partition(Film.class, "film_id").start();
        stores.add(store);
        assertThatThrownBy(() -> store.ask(ShortFilm.class, new CountShortFilms()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no table of class " + ShortFilm.class.getName());
    }
}
