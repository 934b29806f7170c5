package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.FaultyProxy;
import org.speedwell.accelerator.FaultyProxy.Direction;
import org.speedwell.accelerator.FaultyProxy.Fault;
import org.speedwell.accelerator.FaultyProxy.Kind;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.OwnThreads;
import org.speedwell.accelerator.SameRows;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.versions.SteadyReaders;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Injects faults during a load. The load fails with a clear error, the old version returns the same rows, and no
 * memory, connection or thread leaks.
 */
@Tag("fault")
@Tag("database")
class LoadFaultTest {
    private static final long SEED = 20260521;
    private static final Duration LONG = Duration.ofMinutes(2);

    private static TortureDatabase database;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_faults");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @Test
    void randomConnectionResetsKeepTheOldVersion() throws Exception {
        Random random = new Random(SEED);
        try (FaultyProxy proxy =
                new FaultyProxy(database.database().host(), database.database().port())) {
            Speedment app = database.builder()
                    .withConnectionUrl(throughProxy(proxy))
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder().connections(3).build())
                    .build();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            LoadConfiguration inParts = LoadConfiguration.builder()
                    .chunkSize(10)
                    .withoutTransaction()
                    .build();
            store.load(inParts);
            List<Mixed> rows = mixed.stream().toList();
            int idle = proxy.open(); // the connections of the pool
            Lease.reclaim();
            long bytes = Lease.allocatedBytes();

            SteadyReaders readers = new SteadyReaders(mixed);
            for (int i = 0; i < 20; i++) {
                int cutAfter = random.nextInt(200_000);
                proxy.inject(new Fault(Kind.CUT, Direction.FROM_SERVER, cutAfter, true));
                Throwable failure = catchThrowable(() -> store.load(inParts));
                proxy.heal();
                String round = "seed %d, round %d, cut after %d bytes".formatted(SEED, i, cutAfter);
                if (failure != null) {
                    assertThat(failure)
                            .as(round)
                            .isInstanceOf(DataStoreException.class)
                            .message()
                            .containsPattern("(database|Database|connection)");
                    Awaitility.await().atMost(LONG).until(() -> proxy.open() <= idle);
                    assertThat(OwnThreads.left()).isEmpty();
                }
                SameRows.assertSame(round, mixed.stream().toList(), rows);
            }
            readers.close();
            store.load(inParts);
            SameRows.assertSame("mixed", mixed.stream().toList(), rows);
            Awaitility.await().atMost(LONG).untilAsserted(() -> {
                Lease.reclaim();
                assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(bytes);
            });
            app.stop();
        }
    }

    private static String throughProxy(FaultyProxy proxy) {
        String direct = database.database().url(database.schema());
        String address = database.database().host() + ":" + database.database().port();
        assertThat(direct).contains(address);
        return direct.replace(address, "127.0.0.1:" + proxy.port());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisabledIfEnvironmentVariable(
            named = "SPEEDWELL_TEST_URL",
            matches = ".+",
            disabledReason = "an embedded server of its own, whatever the others have")
    void databaseThatStopsDuringALoadIsNamedAndTheOldVersionStays(boolean isKilled) throws Exception {
        Database own = Database.embedded();
        Torture.load(own, "torture", Progress.none());
        try {
            Speedment app = database.builder()
                    .withConnectionUrl(own.url("torture"))
                    .withUsername(own.user())
                    .withPassword(own.password())
                    .withSchema("torture")
                    .withBundle(InMemoryBundle.class)
                    .build();
            try (var connection = own.connect("torture");
                    var statement = connection.createStatement()) {
                statement.execute("DELETE FROM unreadable_temporals");
            }
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            store.load();
            List<Mixed> rows = mixed.stream().toList();
            Lease.reclaim();
            long bytes = Lease.allocatedBytes();

            ProcessHandle server = ProcessHandle.of(processId(own)).orElseThrow();
            try (SteadyReaders _ = new SteadyReaders(mixed)) {
                assertThatThrownBy(() -> store.load(LoadConfiguration.builder()
                                .progress((table, read, estimate, phase) -> {
                                    if (isKilled) {
                                        server.destroyForcibly();
                                    }
                                    own.close();
                                })
                                .build()))
                        .isInstanceOf(DataStoreException.class)
                        .hasMessageContaining("atabase");
            }

            SameRows.assertSame("mixed", mixed.stream().toList(), rows);
            assertThat(store.version()).isEqualTo(1);
            assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(bytes);
            assertThat(OwnThreads.left()).isEmpty();
            assertThatThrownBy(store::reload)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageStartingWith("No connection to database torture: ");
            app.stop();
        } finally {
            own.close();
        }
    }

    /** Returns the process id of an embedded server, which is a child of this JVM. */
    private static long processId(Database server) throws SQLException, IOException {
        try (var connection = server.connect("torture");
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT @@pid_file")) {
            row.next();
            return Long.parseLong(Files.readString(Path.of(row.getString(1))).strip());
        }
    }

    /** Returns whether the thread that stops the application waits for the end of the load. */
    private static boolean waitsForTheLoad(Thread stopping) {
        Thread.State state = stopping.getState();
        return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING)
                && Stream.of(stopping.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().endsWith(".Loads")
                                && frame.getMethodName().equals("stop"));
    }

    /**
     * Loads a second version with a large table that the first one lacks. Together they exceed the budget in every
     * order of the loads.
     */
    @Test
    void budgetForOneVersionRefusesALargerSecondOne() throws Exception {
        try (TortureDatabase own = new TortureDatabase("speedwell_test_budget")) {
            own.execute("CREATE TABLE no_texts LIKE texts", "RENAME TABLE texts TO all_texts, no_texts TO texts");
            budgetForOneVersionRefusesALargerSecondOne(own);
        }
    }

    private static void budgetForOneVersionRefusesALargerSecondOne(TortureDatabase database) throws Exception {
        Speedment unbounded = database.inMemory();
        unbounded.getOrThrow(DataStoreComponent.class).load();
        long step = unbounded.getOrThrow(DataStoreComponent.class).bytes() / 4;
        unbounded.stop();
        Lease.reclaim();
        Speedment app = null;
        // the smallest budget, in steps, that fits the first load
        for (long budget = step; app == null; budget += step) {
            long allowed = budget;
            Speedment candidate = database.inMemory(
                    StoreConfiguration.builder().memoryBudget(allowed).build());
            if (catchThrowable(candidate.getOrThrow(DataStoreComponent.class)::load) == null) {
                app = candidate;
            } else {
                candidate.stop();
            }
        }
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        Lease.reclaim();
        long bytes = Lease.allocatedBytes();
        database.execute("RENAME TABLE texts TO no_texts, all_texts TO texts");
        try (SteadyReaders _ = new SteadyReaders(mixed)) {
            assertThatThrownBy(store::reload)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageMatching(
                            "The load does not fit: [\\d,]+ bytes are needed in addition to the [\\d,]+ in use.*");
        }
        assertThat(store.version()).isEqualTo(1);
        assertThat(store.failedLoads()).isEqualTo(1);
        Lease.reclaim();
        assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(bytes);
        app.stop();
    }

    @Test
    void loadBeyondTheBudgetReportsNeededAndAllowedBytes() {
        long held = Lease.allocatedBytes();
        Speedment app = database.builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().memoryBudget(1_000).build())
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);

        assertThatThrownBy(store::load)
                .isInstanceOf(DataStoreException.class)
                .hasMessageMatching(
                        "The load does not fit: [\\d,]+ bytes are needed in addition to the [\\d,]+ in use, but the"
                                + " memory budget allows 1,000 in total\\. Raise memoryBudget in the StoreConfiguration,"
                                + " or leave out columns or indexes with withoutColumn and withoutIndex\\.");
        assertThat(store.version()).isZero();
        assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(held);
        app.stop();
    }

    @Test
    void interruptEndsTheLoadAndStaysSet() throws Exception {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        SteadyReaders readers = new SteadyReaders(app.getOrThrow(MixedManager.class));
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> resume = new CompletableFuture<>();
        Thread loader = Thread.ofPlatform().start(() -> {
            failure.complete(catchThrowable(() -> store.load(LoadConfiguration.builder()
                    .progress((table, rows, estimate, phase) -> {
                        begun.countDown();
                        resume.join();
                    })
                    .build())));
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        begun.await();
        loader.interrupt();
        resume.complete(null);

        assertThat(failure.join()).isInstanceOf(DataStoreException.class).hasMessage("The load was interrupted.");
        assertThat(interrupted.join()).isTrue();
        readers.close();
        assertThat(store.version()).isEqualTo(1);
        assertThat(OwnThreads.left()).isEmpty();
        store.reload();
        app.stop();
    }

    @Test
    void stoppingTheApplicationEndsTheRunningLoad() throws Exception {
        Speedment app = database.inMemory();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> resume = new CompletableFuture<>();
        CompletableFuture<Void> load = store.createSnapshotJob(LoadConfiguration.builder()
                .progress((table, rows, estimate, phase) -> {
                    begun.countDown();
                    resume.join();
                })
                .build());
        begun.await();
        Thread stopping = Thread.ofPlatform().start(app::stop);
        Awaitility.await().atMost(LONG).until(() -> waitsForTheLoad(stopping));
        resume.complete(null);
        stopping.join();

        assertThatThrownBy(load::join).hasMessageContaining("The load stopped because the application stopped.");
        assertThat(store.version()).isZero();
        assertThat(OwnThreads.left()).isEmpty();
        assertThatThrownBy(store::load)
                .isInstanceOf(DataStoreException.class)
                .hasMessage("The application has been stopped.");
        assertThatThrownBy(() -> store.open(Path.of("any.snapshot")))
                .isInstanceOf(DataStoreException.class)
                .hasMessage("The application has been stopped.");
    }
}
