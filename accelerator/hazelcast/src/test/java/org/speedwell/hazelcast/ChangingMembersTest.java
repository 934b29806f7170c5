package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;

/**
 * Queries run all the time while the test starts, closes and kills members at random. Each query answers for all rows,
 * or fails with an error that names what is missing. All queries succeed once the members have settled.
 *
 * <p>{@code -Dspeedwell.memberFaults=100} injects more faults, {@code -Dspeedwell.seed} others.
 */
@Tag("oracle")
@Tag("fault")
@Tag("database")
class ChangingMembersTest {
    private static final int FAULTS = Integer.getInteger("speedwell.memberFaults", 4);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_124L);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LENGTHS = 200;

    private final List<Node> nodes = new ArrayList<>();

    private record Node(HazelcastInstance member, Speedment application, PartitionedStore store) {
        FilmManager films() {
            return application.getOrThrow(FilmManager.class);
        }
    }

    @Test
    void answersAreCompleteOrFail() throws Exception {
        try (ClusterSakila sakila = new ClusterSakila("speedwell_test_cluster_chaos");
                TestCluster cluster = new TestCluster();
                ExecutorService asking = Executors.newFixedThreadPool(2)) {
            Map<Integer, Long> longer = longer(sakila);
            Random random = new Random(SEED);
            start(sakila, cluster);
            awaitWhole(0);
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicLong answers = new AtomicLong();
            List<Future<?>> askers = new ArrayList<>();
            try {
                for (int i = 0; i < 2; i++) {
                    Random lengths = new Random(random.nextLong());
                    Node first = nodes.getFirst();
                    askers.add(asking.submit(() -> ask(first, lengths, longer, isOver, answers)));
                }
                for (int fault = 1; fault <= FAULTS; fault++) {
                    if (nodes.size() == 1 || (nodes.size() < 3 && random.nextBoolean())) {
                        start(sakila, cluster);
                    } else {
                        end(nodes.remove(1 + random.nextInt(nodes.size() - 1)), random.nextInt(3) > 0);
                    }
                    if (random.nextInt(3) > 0) {
                        awaitWhole(fault); // otherwise the next fault hits while the members settle
                    }
                }
                awaitWhole(FAULTS);
                long before = answers.get();
                for (Node node : nodes) {
                    Awaitility.await()
                            .atMost(LONG)
                            .ignoreException(ClusterQueryException.class) // the member may not know the last death yet
                            .untilAsserted(() -> assertThat(node.store.ask(node.films(), new Longer(0)))
                                    .isEqualTo(longer.get(0)));
                }
                Awaitility.await()
                        .atMost(LONG)
                        .until(() -> answers.get() > before || askers.stream().anyMatch(Future::isDone));
            } finally {
                isOver.set(true);
            }
            for (Future<?> asker : askers) {
                asker.get();
            }
            assertThat(answers.get()).isPositive();
        } finally {
            nodes.forEach(node -> end(node, false));
        }
    }

    /** Counts the films that are longer than each number of minutes. */
    private static Map<Integer, Long> longer(ClusterSakila sakila) {
        Speedment plain = sakila.plain();
        List<Film> films = plain.getOrThrow(FilmManager.class).stream().toList();
        plain.stop();
        Map<Integer, Long> counts = new HashMap<>();
        for (int i = 0; i < LENGTHS; i++) {
            int minutes = i;
            counts.put(
                    minutes,
                    films.stream()
                            .filter(film -> film.getLength().orElse(-1) > minutes)
                            .count());
        }
        return counts;
    }

    record Longer(int minutes) implements CountQuery<Film> {
        @Override
        public java.util.stream.Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(Film.LENGTH.greaterThan(minutes));
        }
    }

    private static void ask(
            Node node, Random random, Map<Integer, Long> longer, AtomicBoolean isOver, AtomicLong answers) {
        while (!isOver.get()) {
            int minutes = random.nextInt(LENGTHS);
            try {
                assertThat(node.store.ask(node.films(), new Longer(minutes)))
                        .as("-Dspeedwell.seed=%d, longer than %d", SEED, minutes)
                        .isEqualTo(longer.get(minutes));
                answers.incrementAndGet();
            } catch (ClusterQueryException e) {
                assertThat(e).as("-Dspeedwell.seed=%d", SEED).hasMessageStartingWith("No answer");
            }
        }
    }

    private void start(ClusterSakila sakila, TestCluster cluster) {
        HazelcastInstance member = cluster.start();
        Speedment application = sakila.inMemory();
        nodes.add(new Node(
                member,
                application,
                PartitionedStore.builder(member, application, "films")
                        .partition(Film.FILM_ID)
                        .settle(Duration.ofMillis(20))
                        .retry(Duration.ofMillis(200))
                        .start()));
    }

    private static void end(Node node, boolean isKilled) {
        if (isKilled) {
            node.member.getLifecycleService().terminate();
        }
        node.store.close();
        node.application.stop();
    }

    private void awaitWhole(int fault) throws InterruptedException {
        for (Node node : nodes) {
            assertThat(node.store.awaitWhole(LONG))
                    .as(() -> "-Dspeedwell.seed=%d, fault %d: %s".formatted(SEED, fault, node.store.status()))
                    .isTrue();
        }
    }
}
