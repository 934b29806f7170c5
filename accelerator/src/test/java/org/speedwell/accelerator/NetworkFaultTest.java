package org.speedwell.accelerator;

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
import org.speedwell.accelerator.FaultyProxy.Direction;
import org.speedwell.accelerator.FaultyProxy.Fault;
import org.speedwell.accelerator.FaultyProxy.Kind;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/**
 * Random faults of the network at random bytes of a load, from the first of the first connection on, and random reactions
 * to them: the load fails with a reason or succeeds with the right rows, the old version goes on serving, the next load
 * succeeds, and no connection, thread or memory is left.
 *
 * <p>A byte that was changed inside of a row is a row: nobody can tell without TLS. What a load through such a fault holds
 * is not looked at; that it ends is, and that the next one is right.
 *
 * <p>{@code -Dspeedwell.networkFaults=1000} tries more of them, {@code -Dspeedwell.seed} others. Loads wait ten
 * seconds for the database, which may take that long to answer on a busy machine; {@code -Dspeedwell.silenceSeconds=2} saves time
 * on an idle one.
 */
@Tag("database")
class NetworkFaultTest {
    private static final int FAULTS = Integer.getInteger("speedwell.networkFaults", 12);
    private static final long SEED = Long.getLong("speedwell.seed", 20261122);

    /** Of a load that waits for a stalled network; others end at once. */
    private static final Duration SILENCE = Duration.ofSeconds(Integer.getInteger("speedwell.silenceSeconds", 10));

    /** What tells a load that hangs from one that ends, on a machine that has other things to do. */
    private static final int HANGS_SECONDS = 120;

    /** Before an application that is stopped gives up on its load. */
    private static final int STOP_SECONDS = 25;

    private static TortureDatabase database;

    /** What is done about a load in which the fault has struck. */
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
    void afterEachFaultTheLoadHasEndedAndTheNextSucceeds() throws Exception {
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

    /** Trials one after another on one application, which is started anew where a trial stops it. */
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

        /** The kind of the fault, if the load failed. */
        @Nullable
        Kind run(Random random) throws Exception {
            Direction direction = Direction.values()[random.nextInt(2)];
            long all = direction == Direction.FROM_SERVER ? sent : received;
            // half of them while connections are opened and tables are looked at
            long offset = random.nextBoolean() ? random.nextLong(all) : random.nextLong(Math.min(all, 8_000));
            Fault fault = new Fault(
                    Kind.values()[random.nextInt(Kind.values().length)], direction, offset, random.nextBoolean());
            Reaction reaction = Reaction.values()[random.nextInt(Reaction.values().length)];
            if (reaction == Reaction.STOP && random.nextInt(3) > 0) {
                reaction = Reaction.WAIT; // to start anew takes long
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

        /** Whether a load through the fault fails, as it does by a {@link DataStoreException} or not at all. */
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
                case STOP -> // not by the common pool, whose only thread others may keep
                    CompletableFuture.runAsync(
                                    app::stop, task -> Thread.ofPlatform().start(task))
                            .get(STOP_SECONDS, TimeUnit.SECONDS);
            }
            Throwable failure = await(job);
            if (failure instanceof CancellationException) { // the load itself may go on for a moment, and even succeed
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
