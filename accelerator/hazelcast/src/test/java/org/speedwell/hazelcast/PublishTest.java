package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.hazelcast.core.HazelcastInstance;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Verifies snapshots that a member publishes to others: the versions that subscribers show, and faults during the
 * transfer.
 */
@Tag("fault")
@Tag("database")
@SuppressWarnings("NullAway.Init") // set before each test
class PublishTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int CHUNK = 1 << 16;

    private static ClusterSakila sakila;
    private static TestCluster cluster;
    private static HazelcastInstance here;
    private static HazelcastInstance there;
    private static Speedment loader;

    @TempDir
    private Path loaders;

    @TempDir
    private Path folder;

    private Speedment application;

    @BeforeAll
    static void start() throws SQLException {
        sakila = new ClusterSakila("speedwell_test_cluster_publish");
        cluster = new TestCluster();
        here = cluster.start();
        there = cluster.start();
        loader = sakila.inMemory();
        store(loader).load();
    }

    @AfterAll
    static void stop() throws SQLException {
        cluster.close();
        loader.stop();
        sakila.close();
    }

    @BeforeEach
    void build() {
        application = ClusterSakila.withoutDatabase();
    }

    @AfterEach
    void end() {
        application.stop();
    }

    private static DataStoreComponent store(Speedment of) {
        return of.getOrThrow(DataStoreComponent.class);
    }

    private static List<Film> films(Speedment of) {
        return of.getOrThrow(FilmManager.class).stream().toList();
    }

    private SnapshotPublisher publisher(HazelcastInstance member, Speedment of) {
        return SnapshotPublisher.start(member, of, "sakila", loaders.resolve("all"), CHUNK);
    }

    private SnapshotSubscriber subscriber(UnaryOperator<SnapshotSubscriber.Builder> how) {
        return how.apply(SnapshotSubscriber.builder(there, application, "sakila", folder)
                        .retry(Duration.ofMillis(50)))
                .start();
    }

    private static void awaitFailure(SnapshotSubscriber subscriber, String reason) {
        Awaitility.await()
                .atMost(LONG)
                .untilAsserted(() -> assertThat(subscriber.status().failure()).contains(reason));
    }

    private void awaitShown(SnapshotSubscriber subscriber) {
        Awaitility.await().atMost(LONG).untilAsserted(() -> {
            assertThat(subscriber.status().kept())
                    .contains(store(loader).snapshot().takenAt());
            assertThat(films(application)).isEqualTo(films(loader));
        });
    }

    @Test
    void subscriberShowsEachVersionAndKeepsTheLastAcrossRestart() throws Exception {
        try (SnapshotSubscriber subscriber = subscriber(UnaryOperator.identity())) {
            awaitFailure(subscriber, "no member publishes sakila");
            try (SnapshotPublisher publisher = publisher(here, loader)) {
                publisher.publish();
                assertThat(subscriber.await(LONG)).isTrue();
                awaitShown(subscriber);
                Stream<Film> begun = application.getOrThrow(FilmManager.class).stream();
                List<Film> former = films(loader);

                sakila.execute("UPDATE film SET length = length + 1 WHERE film_id < 500");
                store(loader).reload();
                publisher.publish();

                awaitShown(subscriber);
                assertThat(begun.toList()).isEqualTo(former).isNotEqualTo(films(application));
                publisher.publish(); // the same version again
                assertThat(subscriber.status().failure()).isEmpty();
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(1);
        }
        application.stop();
        application = ClusterSakila.withoutDatabase();
        try (SnapshotSubscriber subscriber = subscriber(UnaryOperator.identity())) {
            assertThat(subscriber.await(LONG)).isTrue();
            awaitFailure(subscriber, "no member publishes sakila");
            assertThat(films(application)).isEqualTo(films(loader));
        }
    }

    @Test
    void interruptedTransferResumesFromAnotherPublisher() throws Exception {
        HazelcastInstance dies = cluster.start();
        SnapshotPublisher first = publisher(dies, loader);
        first.publish();
        PublishedSnapshot published = requireNonNull(first.offer());
        long cut = published.at(published.chunks() / 2);
        List<Long> received = new CopyOnWriteArrayList<>();
        try (SnapshotSubscriber subscriber = subscriber(how -> how.progress((bytes, of) -> {
            assertThat(of).isEqualTo(published.bytes());
            received.add(bytes);
            if (bytes == cut) {
                dies.getLifecycleService().terminate();
            }
        }))) {
            awaitFailure(subscriber, "no member publishes sakila");
            assertThat(store(application).version()).isZero();
            long before = received.getLast();
            assertThat(before).isBetween(cut, published.bytes() - 1);
            int tries = received.size();
            try (SnapshotPublisher second = publisher(here, loader)) {
                second.publish();
                assertThat(second.offer()).extracting(PublishedSnapshot::id).isEqualTo(published.id());
                assertThat(subscriber.await(LONG)).isTrue();
                awaitShown(subscriber);
            }
            assertThat(received.subList(tries, received.size()))
                    .allMatch(bytes -> bytes > before)
                    .endsWith(published.bytes());
        }
        first.close();
    }

    @Test
    void applicationsSharingAFolderReceiveOnce() throws Exception {
        List<String> received = new CopyOnWriteArrayList<>();
        Speedment second = ClusterSakila.withoutDatabase();
        try (SnapshotPublisher publisher = publisher(here, loader);
                SnapshotSubscriber one = subscriber(how -> how.progress((bytes, of) -> received.add("one " + bytes)));
                SnapshotSubscriber other = SnapshotSubscriber.builder(here, second, "sakila", folder)
                        .retry(Duration.ofMillis(50))
                        .progress((bytes, of) -> received.add("other " + bytes))
                        .start()) {
            publisher.publish();
            assertThat(one.await(LONG)).isTrue();
            assertThat(other.await(LONG)).isTrue();
            awaitShown(one);
            assertThat(films(second)).isEqualTo(films(loader));
            assertThat(received).hasSize(requireNonNull(publisher.offer()).chunks());
        } finally {
            second.stop();
        }
    }

    @Test
    void unwritableFileIsReportedAndOldVersionStays() throws Exception {
        try (SnapshotPublisher publisher = publisher(here, loader)) {
            publisher.publish();
            try (SnapshotSubscriber subscriber = subscriber(UnaryOperator.identity())) {
                assertThat(subscriber.await(LONG)).isTrue();
                awaitShown(subscriber);
            }
            List<Film> former = films(application);
            changeFilms();
            publisher.publish();
            List<Path> disturbed = new CopyOnWriteArrayList<>();
            CountDownLatch seen = new CountDownLatch(1);
            try (SnapshotSubscriber subscriber =
                    subscriber(how -> how.retry(Duration.ofHours(1)).progress((bytes, of) -> {
                        List<Path> parts = parts();
                        if (disturbed.isEmpty()) {
                            disturbed.addAll(parts);
                            parts.forEach(PublishTest::delete);
                        } else if (!parts.isEmpty()) {
                            awaitLatch(seen); // a late announcement would start the second attempt too early
                        }
                    }))) {
                awaitFailure(subscriber, "it could not be written to " + folder);
                assertThat(films(application)).isEqualTo(former);
                assertThat(parts()).doesNotContainAnyElementsOf(disturbed);
                seen.countDown();

                publisher.publish(); // requests the file again after the repair
                awaitShown(subscriber);
                assertThat(subscriber.status().failure()).isEmpty();
            }
        }
    }

    private static void changeFilms() throws SQLException {
        sakila.execute("UPDATE film SET length = length + 1 WHERE film_id < 500");
        store(loader).reload();
    }

    private List<Path> parts() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".part")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Plants links in the folder, as another user could. The file holds the whole database. */
    @Test
    void linksAreNotFollowedAndOnlyTheOwnerMayReadTheFile() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"), "files with an owner");
        Path victim = Files.writeString(loaders.resolve("victim"), "precious");
        List<String> permissions = new CopyOnWriteArrayList<>();
        try (SnapshotPublisher publisher = publisher(here, loader)) {
            publisher.publish();
            String target = "sakila." + requireNonNull(publisher.offer()).id() + ".speedwell";
            Files.createSymbolicLink(folder.resolve(target + ".part"), victim);
            Files.createSymbolicLink(folder.resolve(target + ".0123456789abcdef.part"), victim);
            Path own = Files.createFile(
                    loaders.resolve("own"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.createLink(folder.resolve(target + ".fedcba9876543210.part"), own);
            Path lock = Files.createSymbolicLink(folder.resolve(target + ".lock"), victim);
            try (SnapshotSubscriber subscriber = subscriber(how -> how.progress((bytes, of) -> parts().stream()
                    .filter(part -> !Files.isSymbolicLink(part))
                    .forEach(part -> permissions.add(permissions(part)))))) {
                awaitFailure(subscriber, ".lock is not a regular file: delete it");
                Files.delete(lock);
                assertThat(subscriber.await(LONG)).isTrue();
                awaitShown(subscriber);
            }
            assertThat(permissions).isNotEmpty().containsOnly("rw-------");
            assertThat(permissions(folder.resolve(target))).isEqualTo("rw-------");
            assertThat(victim).hasContent("precious");
            assertThat(own).isEmptyFile();
        }
    }

    private static String permissions(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void receiveErrorIsReportedUntilALaterAttemptSucceeds() throws Exception {
        AtomicBoolean fails = new AtomicBoolean(true);
        CountDownLatch again = new CountDownLatch(1);
        CountDownLatch seen = new CountDownLatch(1);
        try (SnapshotPublisher publisher = publisher(here, loader)) {
            publisher.publish();
            try (SnapshotSubscriber subscriber = subscriber(how -> how.progress((bytes, of) -> {
                if (fails.getAndSet(false)) {
                    throw new OutOfMemoryError("of the test");
                }
                again.countDown();
                awaitLatch(seen); // holds the second attempt until the test has seen the first error
            }))) {
                assertThat(again.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
                awaitFailure(subscriber, "java.lang.OutOfMemoryError: of the test");
                seen.countDown();
                awaitShown(subscriber);
                assertThat(subscriber.status().failure()).isEmpty();
            }
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void olderVersionIsRefusedAndDamagedFileIsReceivedAgain() throws Exception {
        Speedment newer = sakila.inMemory();
        store(newer).load();
        try (SnapshotSubscriber subscriber = subscriber(UnaryOperator.identity())) {
            try (SnapshotPublisher publisher = publisher(here, newer)) {
                publisher.publish();
                assertThat(subscriber.await(LONG)).isTrue();
            }
            long version = store(application).version();
            try (SnapshotPublisher publisher = publisher(here, loader)) {
                publisher.publish();
                awaitFailure(subscriber, ", before the one in memory, which was taken at ");
            }
            assertThat(store(application).version()).isEqualTo(version);
        }
        application.stop();
        damageSnapshotFile();
        application = ClusterSakila.withoutDatabase();
        try (SnapshotSubscriber subscriber = subscriber(UnaryOperator.identity());
                SnapshotPublisher publisher = publisher(here, newer)) {
            publisher.publish();
            assertThat(subscriber.await(LONG)).isTrue();
            assertThat(films(application)).isEqualTo(films(newer));
        }
        newer.stop();
    }

    /** Flips one bit of the only file. */
    private void damageSnapshotFile() throws IOException {
        Path file;
        try (Stream<Path> files = Files.list(folder)) {
            file = files.findFirst().orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 3] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void snapshotOfAnotherModelIsRefusedBeforeTransfer() {
        Speedment other = new TortureApplicationBuilder()
                .withConnectionUrl("jdbc:mysql://127.0.0.1:1/torture")
                .withSkipCheckDatabaseConnectivity()
                .withParam("statistics.scheduler.enabled", "false")
                .withSkipLogoPrintout()
                .withBundle(InMemoryBundle.class)
                .build();
        try (SnapshotPublisher publisher = publisher(here, loader);
                SnapshotSubscriber subscriber = SnapshotSubscriber.builder(there, other, "sakila", folder)
                        .start()) {
            publisher.publish();
            awaitFailure(subscriber, " has another model than this application: it has no table ");
            assertThat(store(other).version()).isZero();
            assertThat(folder).isEmptyDirectory();
        } finally {
            other.stop();
        }
    }

    @Test
    void followingSubscriberContinuesByReplication() throws Exception {
        Speedment following =
                sakila.inMemory(StoreConfiguration.builder().follow().build());
        Speedment fresh = sakila.inMemory();
        store(fresh).load();
        try (SnapshotPublisher publisher = publisher(here, fresh);
                SnapshotSubscriber subscriber = SnapshotSubscriber.builder(there, following, "sakila", folder)
                        .start()) {
            publisher.publish();
            assertThat(subscriber.await(LONG)).isTrue();

            sakila.execute("UPDATE film SET title = 'LIVE' WHERE film_id = 7");
            Awaitility.await()
                    .atMost(LONG)
                    .until(() ->
                            following.getOrThrow(FilmManager.class).stream().anyMatch(Film.TITLE.equal("LIVE")));
            assertThat(films(fresh)).noneMatch(film -> film.getTitle().equals("LIVE"));

            store(fresh).reload();
            publisher.publish();
            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(() -> assertThat(subscriber.status().kept())
                            .contains(store(fresh).snapshot().takenAt()));
            assertThat(store(following).followStatus()).isPresent();
            assertThat(store(following).followStatus().orElseThrow().transactions())
                    .isPositive();
        } finally {
            following.stop();
            fresh.stop();
        }
    }
}
