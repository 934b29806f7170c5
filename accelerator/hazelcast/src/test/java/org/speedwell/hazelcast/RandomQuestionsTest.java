package org.speedwell.hazelcast;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;
import org.assertj.core.util.DoubleComparator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * Random queries on partitioned tables return what the same pipelines return on lists. One, two and three members hold
 * the tables.
 *
 * <p>{@code -Dspeedwell.questions=1000} runs more queries, {@code -Dspeedwell.seed} others.
 */
@Tag("oracle")
@Tag("database")
class RandomQuestionsTest {
    private static final int QUESTIONS = Integer.getInteger("speedwell.questions", 40);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123L);
    private static final Duration LONG = Duration.ofMinutes(2);

    private final List<Speedment> applications = new ArrayList<>();
    private final List<PartitionedStore> stores = new ArrayList<>();

    @Test
    void partitionedQueriesEqualListResults() throws Exception {
        try (ClusterSakila sakila = new ClusterSakila("speedwell_test_cluster_random");
                TestCluster cluster = new TestCluster()) {
            Speedment plain = sakila.plain();
            Lists lists = new Lists(
                    plain.getOrThrow(FilmManager.class).stream()
                            .sorted(Comparator.comparing(Film::getFilmId))
                            .toList(),
                    plain.getOrThrow(RentalManager.class).stream().toList(),
                    plain.getOrThrow(PaymentManager.class).stream().toList(),
                    plain.getOrThrow(InventoryManager.class).stream().count());
            plain.stop();
            Random random = new Random(SEED);
            for (int members = 1; members <= 3; members++) {
                start(cluster.start(), sakila.inMemory());
                for (PartitionedStore store : stores) {
                    assertThat(store.awaitWhole(LONG))
                            .as(() -> store.status().toString())
                            .isTrue();
                }
                assertShared(members, lists);
                for (int i = 0; i < QUESTIONS; i++) {
                    int from = random.nextInt(members);
                    new Asker(stores.get(from), applications.get(from), lists, random.nextLong()).ask();
                }
            }
        } finally {
            stores.forEach(PartitionedStore::close);
            applications.forEach(Speedment::stop);
        }
    }

    private void start(HazelcastInstance member, Speedment application) {
        applications.add(application);
        stores.add(PartitionedStore.builder(member, application, "sakila")
                .partition(Film.FILM_ID)
                .partition(Rental.CUSTOMER_ID)
                .partition(Payment.CUSTOMER_ID)
                .settle(Duration.ofMillis(50))
                .start());
    }

    /** Asserts that each member holds its share of the rows, within a factor of two. */
    private void assertShared(int members, Lists lists) {
        long films = 0;
        for (Speedment application : applications) {
            long share = application.getOrThrow(FilmManager.class).stream().count();
            assertThat(share).isBetween(lists.films.size() / (2L * members), 2L * lists.films.size() / members);
            films += share;
            assertThat(application.getOrThrow(InventoryManager.class).stream().count())
                    .isEqualTo(lists.inventory);
        }
        assertThat(films).isEqualTo(lists.films.size());
    }

    private record Lists(List<Film> films, List<Rental> rentals, List<Payment> payments, long inventory) {}

    private record Asker(PartitionedStore store, Speedment application, Lists lists, long seed) {
        void ask() {
            Random random = new Random(seed);
            int from = random.nextInt(40, 180);
            var which = new Questions.Films(from, from + random.nextInt(40), random.nextInt(6));
            Predicate<Film> predicate = film -> which.predicate().test(film);
            List<Film> films = lists.films.stream().filter(predicate).toList();
            FilmManager table = application.getOrThrow(FilmManager.class);
            String what = "seed %d, %s".formatted(seed, which);
            switch (random.nextInt(9)) {
                case 0 ->
                    assertThat(store.ask(table, new Questions.CountFilms(which)))
                            .as(what)
                            .isEqualTo(films.size());
                case 1 -> {
                    var expected = films.stream().mapToLong(Film::getFilmId).summaryStatistics();
                    assertThat(store.ask(table, new Questions.Ids(which)))
                            .as(what)
                            .hasToString(expected.toString());
                }
                case 2 ->
                    assertThat(store.ask(table, new Questions.Dearest(which)))
                            .as(what)
                            .isEqualTo(
                                    films.stream().map(Film::getReplacementCost).max(Comparator.naturalOrder()));
                case 3 ->
                    assertThat(store.ask(table, new Questions.ByRating(which)))
                            .as(what)
                            .isEqualTo(films.stream()
                                    .collect(groupingBy(film -> film.getRating().orElseThrow(), counting())));
                case 4 ->
                    assertThat(store.ask(table, new Questions.Summaries(which)))
                            .as(what)
                            .isEqualTo(films.stream()
                                    .map(film -> new Questions.Summary(
                                            film.getRating().orElseThrow(),
                                            film.getRentalDuration(),
                                            1,
                                            film.getReplacementCost()))
                                    .collect(toMap(
                                            one -> List.<Object>of(one.rating(), one.duration()),
                                            one -> one,
                                            Questions.Summary::merge)));
                case 5 -> {
                    int order = random.nextInt(4);
                    long limit = random.nextInt(30);
                    assertThat(store.ask(table, new Questions.FirstFilms(which, order, limit)))
                            .as("%s, order %d, limit %d", what, order, limit)
                            .isEqualTo(films.stream()
                                    .sorted(Questions.FirstFilms.comparator(order))
                                    .limit(limit)
                                    .toList());
                }
                case 6 -> spent(random, what);
                case 7 -> {
                    Questions.Collected question = new Questions.Collected(which);
                    assertThat(store.ask(table, question))
                            .as(what)
                            .usingRecursiveFieldByFieldElementComparator(RecursiveComparisonConfiguration.builder()
                                    .withComparatorForType(new DoubleComparator(1e-6), Double.class)
                                    .build())
                            .containsExactlyInAnyOrderElementsOf(films.stream().collect(question.collector()));
                }
                default -> {
                    int staff = random.nextInt(4);
                    assertThat(store.ask(application.getOrThrow(RentalManager.class), new Questions.AllRentals(staff)))
                            .as("seed %d, staff %d", seed, staff)
                            .containsExactlyInAnyOrderElementsOf(lists.rentals.stream()
                                    .filter(rental -> rental.getStaffId() == staff)
                                    .toList());
                }
            }
        }

        private void spent(Random random, String what) {
            int from = random.nextInt(16_000);
            int to = from + random.nextInt(500);
            Set<Integer> renters = lists.rentals.stream()
                    .filter(rental -> rental.getRentalId() >= from && rental.getRentalId() < to)
                    .map(Rental::getCustomerId)
                    .collect(toSet());
            BigDecimal expected = lists.payments.stream()
                    .filter(payment -> renters.contains(payment.getCustomerId()))
                    .map(Payment::getAmount)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
            assertThat(store.ask(application.getOrThrow(RentalManager.class), new Questions.SpentByRenters(from, to)))
                    .as("%s, rentals %d to %d", what, from, to)
                    .isEqualByComparingTo(expected);
        }
    }
}
