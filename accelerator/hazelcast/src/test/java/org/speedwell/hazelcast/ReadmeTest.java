package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;

/**
 * The examples of the README are the code of this test and of {@link RecordsTest}, except for folders and times. The
 * tests run them.
 */
@Tag("database")
class ReadmeTest {
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void readmeExamplesMatchThisTest() throws IOException {
        Path tests = Path.of("src/test/java/org/speedwell/hazelcast");
        String here = squeezed((Files.readString(tests.resolve("ReadmeTest.java"))
                        + Files.readString(tests.resolve("RecordsTest.java")))
                .replace("folder.resolve(\"all\")", "Path.of(\"/var/lib/sakila/all\")")
                .replace("application, \"sakila\", folder)", "application, \"sakila\", Path.of(\"/var/lib/sakila\"))")
                .replace(".atLeast(1)", ".atLeast(3)"));
        List<String> examples = EXAMPLE.matcher(Files.readString(Path.of("README.md")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();

        assertThat(examples).hasSize(7);
        assertThat(examples).allSatisfy(example -> assertThat(here).contains(squeezed(example)));
    }

    private static String squeezed(String code) {
        return code.replaceAll("//[^\n]*", "").replaceAll("\\s+", "");
    }

    @Test
    void examplesRun() throws Exception {
        try (ClusterSakila sakila = new ClusterSakila("speedwell_test_cluster_readme");
                TestCluster cluster = new TestCluster()) {
            Speedment loader = sakila.inMemory();
            Speedment second = ClusterSakila.withoutDatabase();
            oneHost(loader.getOrThrow(DataStoreComponent.class), second.getOrThrow(DataStoreComponent.class));
            assertThat(films(second)).isEqualTo(films(loader));

            Speedment third = ClusterSakila.withoutDatabase();
            HazelcastInstance member = cluster.start();
            publish(member, loader, loader.getOrThrow(DataStoreComponent.class));
            subscribe(member, third);
            assertThat(films(third)).isEqualTo(films(loader));

            Speedment shared =
                    sakila.inMemory(StoreConfiguration.builder().follow().build());
            shareOut(member, shared, shared.getOrThrow(RentalManager.class), shared.getOrThrow(PaymentManager.class));
            cluster.close();
            List.of(loader, second, third, shared).forEach(Speedment::stop);
        }
    }

    private static long films(Speedment application) {
        return application.getOrThrow(FilmManager.class).stream().count();
    }

    private void oneHost(DataStoreComponent store, DataStoreComponent other) {
        Path file = folder.resolve("file");
        store.load();
        store.save(file);

        other.open(file).join();
    }

    private void publish(HazelcastInstance hazelcast, Speedment application, DataStoreComponent store) {
        SnapshotPublisher publisher = SnapshotPublisher.start(hazelcast, application, "sakila", folder.resolve("all"));
        store.load();
        publisher.publish();
    }

    private void subscribe(HazelcastInstance hazelcast, Speedment application) throws InterruptedException {
        SnapshotSubscriber subscriber = SnapshotSubscriber.builder(hazelcast, application, "sakila", folder)
                .progress((received, of) -> System.out.printf("%,d of %,d bytes%n", received, of))
                .start();
        subscriber.await(Duration.ofMinutes(5));
        subscriber.close();
    }

    private static void shareOut(
            HazelcastInstance hazelcast, Speedment application, RentalManager rentals, PaymentManager payments)
            throws InterruptedException {
        PartitionedStore sales = PartitionedStore.builder(hazelcast, application, "sales")
                .partition(Rental.CUSTOMER_ID)
                .partition(Payment.CUSTOMER_ID)
                .atLeast(1)
                .start();
        sales.awaitWhole(Duration.ofMinutes(30));

        long late = sales.ask(rentals, new Late(LocalDate.of(2005, 8, 1)));
        List<Payment> dearest = sales.ask(payments, new Dearest(10));

        Timestamp since = Timestamp.valueOf("2005-08-01 00:00:00");
        assertThat(late)
                .isPositive()
                .isEqualTo(rentals.stream()
                        .map(Rental::getRentalDate)
                        .filter(date -> !date.before(since))
                        .count());
        assertThat(dearest)
                .isEqualTo(payments.stream()
                        .sorted(Payment.AMOUNT.reversed())
                        .limit(10)
                        .toList());

        MaintainedQuery<Long> lateNow = sales.maintain(rentals, new Late(LocalDate.of(2005, 8, 1)));
        long current = lateNow.get();

        assertThat(current).isEqualTo(late);
        sales.close();
    }

    public record Late(LocalDate since) implements CountQuery<Rental> {
        @Override
        public Stream<?> rows(TablePart<Rental> part) {
            return part.stream().filter(Rental.RENTAL_DATE.greaterOrEqual(Timestamp.valueOf(since.atStartOfDay())));
        }
    }

    public record Dearest(long limit) implements FirstQuery<Payment> {
        @Override
        public Comparator<Payment> order() {
            return Payment.AMOUNT.reversed();
        }
    }
}
