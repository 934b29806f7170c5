package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Injects network faults at random bytes of a load, and reacts to them at random. The first fault may hit the first
 * byte of the first connection.
 * <ul>
 * <li>The load fails with a reason, or succeeds with the right rows.
 * <li>The old version stays in use, and the next load succeeds.
 * <li>No connection, thread or memory leaks.
 * </ul>
 *
 * <p>Without TLS a load cannot detect a changed byte inside a row. After such a fault the test checks only that the
 * load ends, and that the next one is right.
 *
 * <p>{@code -Dspeedwell.networkFaults=1000} injects more faults, {@code -Dspeedwell.seed} others. Loads wait 10 seconds
 * for the database, as a busy machine may need that long. {@code -Dspeedwell.silenceSeconds=2} saves time on an idle
 * machine.
 */
@Tag("fault")
@Tag("database")
class NetworkFaultTest {
    private static final int FAULTS = Integer.getInteger("speedwell.networkFaults", 12);
    private static final long SEED = Long.getLong("speedwell.seed", 20261122);

    /** The time after which a load gives up a stalled network. After other faults it ends at once. */
    private static final Duration SILENCE = Duration.ofSeconds(Integer.getInteger("speedwell.silenceSeconds", 10));

    /** The time after which a load certainly hangs, even on a busy machine. */
    private static final int HANGS_SECONDS = 120;

    /** The time within which an application must stop, even during a load. */
    private static final int STOP_SECONDS = 25;

    private static TortureDatabase database;

    /** The reactions to a load after its fault. */
    private enum Reaction {
        WAIT,
        CANCEL,
        INTERRUPT,
        STOP
    }

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_network");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    @Test
    void loadEndsAfterEachFaultAndTheNextSucceeds() throws Exception {
        Map<Kind, Integer> failed = new EnumMap<>(Kind.class);
        try (FaultyProxy proxy =
                new FaultyProxy(database.database().host(), database.database().port())) {
            Trials trials = new Trials(proxy);
            for (int i = 0; i < FAULTS; i++) {
                long seed = SEED + i;
                try {
                    Kind kind = trials.run(Random.from(new SplittableRandom(seed)));
                    if (kind != null) {
                        failed.merge(kind, 1, Integer::sum);
                    }
                } catch (Throwable e) {
                    throw new AssertionError("-Dspeedwell.seed=" + seed + ": " + e.getMessage(), e);
                }
            }
            trials.stop();
        }
        System.out.printf("%d network faults from seed %d on; loads that failed: %s%n", FAULTS, SEED, failed);
        assertThat(failed).as("faults that do harm").isNotEmpty();
    }

    /** Runs trials on one application. It starts a new application after a trial that stops it. */
    private static final class Trials {
        private final FaultyProxy proxy;
        private Speedment app;
        private DataStoreComponent store;
        private MixedManager mixed;
        private int idle;
        private List<Mixed> rows;
        private long sent;
        private long received;
        private long bytes;

        Trials(FaultyProxy proxy) {
            this.proxy = proxy;
            this.app = start();
            this.store = app.getOrThrow(DataStoreComponent.class);
            this.mixed = app.getOrThrow(MixedManager.class);
            this.rows = List.of();
            begin();
        }

        private Speedment start() {
            String direct = database.database().url(database.schema());
            String address =
                    database.database().host() + ":" + database.database().port();
            return database.builder()
                    .withConnectionUrl(direct.replace(address, "127.0.0.1:" + proxy.port()))
                    .withBundle(InMemoryBundle.class)
                    .withComponent(
                            StoreConfiguration.class,
                            () -> StoreConfiguration.builder()
                                    .connections(3)
                                    .networkTimeout(SILENCE)
                                    .build())
                    .build();
        }

        private void begin() {
            idle = proxy.open();
            long sentBefore = proxy.passed(Direction.FROM_SERVER);
            long receivedBefore = proxy.passed(Direction.TO_SERVER);
            store.load();
            sent = proxy.passed(Direction.FROM_SERVER) - sentBefore;
            received = proxy.passed(Direction.TO_SERVER) - receivedBefore;
            rows = mixed.stream().toList();
            Lease.reclaim();
            bytes = Lease.allocatedBytes();
        }

        void stop() {
            app.stop();
        }

        /** Runs a trial. Returns the kind of the fault if the load failed, otherwise null. */
        @Nullable
        Kind run(Random random) throws Exception {
            Direction direction = Direction.values()[random.nextInt(2)];
            long all = direction == Direction.FROM_SERVER ? sent : received;
            // half of the faults hit while connections open and the load inspects tables
            long offset = random.nextBoolean() ? random.nextLong(all) : random.nextLong(Math.min(all, 8_000));
            Fault fault = new Fault(
                    Kind.values()[random.nextInt(Kind.values().length)], direction, offset, random.nextBoolean());
            Reaction reaction = Reaction.values()[random.nextInt(Reaction.values().length)];
            if (reaction == Reaction.STOP && random.nextInt(3) > 0) {
                reaction = Reaction.WAIT; // a new start takes long
            }
            LoadConfiguration how = how(random);
            try {
                boolean failed = fails(fault, reaction, how);
                boolean mayDiffer = fault.kind() == Kind.CORRUPT && !failed;
                if (reaction == Reaction.STOP) {
                    app = start();
                    store = app.getOrThrow(DataStoreComponent.class);
                    mixed = app.getOrThrow(MixedManager.class);
                    begin();
                } else if (!mayDiffer) {
                    SameRows.assertSame(
                            "the version that serves", mixed.stream().toList(), rows);
                }
                Awaitility.await().atMost(Duration.ofSeconds(HANGS_SECONDS)).until(() -> proxy.open() <= idle);
                assertThat(OwnThreads.left()).isEmpty();
                store.load(how);
                SameRows.assertSame("after the next load", mixed.stream().toList(), rows);
                Awaitility.await().atMost(Duration.ofSeconds(HANGS_SECONDS)).untilAsserted(() -> {
                    Lease.reclaim();
                    assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(bytes);
                });
                return failed ? fault.kind() : null;
            } catch (Throwable e) {
                throw new AssertionError(fault + ", " + reaction + ": " + e, e);
            }
        }

        private static LoadConfiguration how(Random random) {
            LoadConfiguration.Builder how = LoadConfiguration.builder().chunkSize(20 + random.nextInt(200));
            switch (random.nextInt(3)) {
                case 0 -> how.transaction();
                case 1 -> how.withoutTransaction();
                default -> how.tableLocks();
            }
            return how.build();
        }

        /**
         * Runs a load with a fault. Returns whether it failed with a {@link DataStoreException} or was cancelled; other
         * failures fail the test.
         */
        private boolean fails(Fault fault, Reaction reaction, LoadConfiguration how) throws Exception {
            long version = store.version();
            proxy.inject(fault);
            CompletableFuture<Void> load = new CompletableFuture<>();
            CompletableFuture<Void> job = reaction == Reaction.CANCEL ? store.createSnapshotJob(how) : load;
            Thread loader = Thread.ofPlatform().unstarted(() -> {
                try {
                    store.load(how);
                    load.complete(null);
                } catch (Throwable e) {
                    load.completeExceptionally(e);
                }
            });
            if (reaction != Reaction.CANCEL) {
                loader.start();
            }
            while (!proxy.awaitHit(10) && !job.isDone()) {
                assertThat(mixed.stream().count()).isEqualTo(rows.size());
            }
            switch (reaction) {
                case WAIT -> {}
                case CANCEL -> job.cancel(true);
                case INTERRUPT -> loader.interrupt();
                case STOP -> // not in the common pool, whose only thread may be busy
                    CompletableFuture.runAsync(
                                    app::stop, task -> Thread.ofPlatform().start(task))
                            .get(STOP_SECONDS, TimeUnit.SECONDS);
            }
            Throwable failure = await(job);
            if (failure instanceof CancellationException) { // the load itself may run a moment longer, and even succeed
                Awaitility.await()
                        .atMost(Duration.ofSeconds(HANGS_SECONDS))
                        .until(() -> OwnThreads.left().isEmpty());
                proxy.heal();
                assertThat(await(store.reloadInBackground()))
                        .as("the next load")
                        .isNull();
                return true;
            }
            proxy.heal();
            if (failure == null) {
                return false;
            }
            assertThat(failure).isInstanceOf(DataStoreException.class);
            assertThat(failure.getMessage()).isNotBlank();
            if (reaction != Reaction.STOP) {
                assertThat(store.version()).isEqualTo(version);
            }
            return true;
        }

        private static @Nullable Throwable await(CompletableFuture<Void> load) throws InterruptedException {
            try {
                load.get(HANGS_SECONDS, TimeUnit.SECONDS);
                return null;
            } catch (TimeoutException e) {
                throw new AssertionError("The load hangs: " + stacks(), e);
            } catch (CancellationException e) {
                return e;
            } catch (ExecutionException e) {
                return e.getCause();
            }
        }

        private static String stacks() {
            return Thread.getAllStackTraces().entrySet().stream()
                    .filter(thread -> thread.getKey().getName().startsWith("speedwell"))
                    .map(thread -> thread.getKey() + " at " + List.of(thread.getValue()))
                    .collect(Collectors.joining("; "));
        }
    }
}
