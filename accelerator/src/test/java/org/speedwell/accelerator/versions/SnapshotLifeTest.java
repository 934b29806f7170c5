package org.speedwell.accelerator.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.routing.DataStoreStreamSupplierComponent;
import org.speedwell.accelerator.routing.MetaStreamSupplierBundle;
import org.speedwell.accelerator.routing.MetaStreamSupplierConfigurator;
import org.speedwell.accelerator.routing.TableMapping;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.OneRowManager;
import org.speedwell.torture.TextKeys;
import org.speedwell.torture.TextKeysManager;

/**
 * Verifies that snapshots can be replaced while readers use them. Each stream keeps its version, and the memory is
 * released.
 */
@Tag("database")
class SnapshotLifeTest {
    private static final int READERS = 8;
    private static final int RELOADS = Integer.getInteger("speedwell.reloads", 200);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    void streamKeepsItsVersion() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_versions")) {
            Speedment app = database.inMemory();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            store.load();
            long before = mixed.stream().count();
            Stream<Mixed> old = mixed.stream();
            Iterator<Mixed> oldIterator = mixed.stream().iterator();

            database.execute("DELETE FROM mixed WHERE id > (SELECT m FROM (SELECT MIN(id) AS m FROM mixed) AS x)");
            store.reload();

            assertThat(mixed.stream().count()).isEqualTo(1);
            assertThat(old.count()).isEqualTo(before);
            List<Mixed> remaining = new ArrayList<>();
            oldIterator.forEachRemaining(remaining::add);
            assertThat(remaining).hasSize((int) before);
            app.stop();
        }
    }

    @Test
    void snapshotViewStreamsOneVersion() throws SQLException {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_views")) {
            Speedment app = database.inMemory();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            OneRowManager oneRow = app.getOrThrow(OneRowManager.class);
            assertThatThrownBy(store::snapshot).isInstanceOf(DataStoreNotLoadedException.class);
            store.load();
            SnapshotView view = store.snapshot();
            long before = mixed.stream().count();

            database.execute("DELETE FROM mixed");
            database.execute("DELETE FROM one_row");
            store.reload();

            assertThat(view.version()).isEqualTo(1);
            assertThat(view.stream(mixed).count()).isEqualTo(before);
            assertThat(view.stream(oneRow).count()).isEqualTo(1);
            assertThat(store.snapshot().version()).isEqualTo(2);
            assertThat(store.snapshot().stream(mixed).count()).isZero();
            assertThat(store.snapshot().takenAt()).isAfter(view.takenAt());
            app.stop();
        }
    }

    /** Runs a writer that moves numbers between two tables. Their sum is the same in every version. */
    @Test
    void eachVersionIsOneReadViewDuringWrites() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_moments");
                ExecutorService writer = Executors.newSingleThreadExecutor()) {
            database.execute("DELETE FROM text_keys");
            database.execute("DELETE FROM one_row");
            database.execute("INSERT INTO text_keys VALUES ('a', 1000)");
            database.execute("INSERT INTO one_row (id, name, number) VALUES (1, 'b', 1000)");
            Speedment app = withTwoTables(database, 3);
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            AtomicBoolean done = new AtomicBoolean();
            Future<Integer> writes = writer.submit(() -> move(database, done));
            Set<Integer> seen = new HashSet<>();
            try {
                for (int load = 0; (load < 50 || seen.size() < 5) && !writes.isDone(); load++) { // ends if it fails
                    store.load();
                    SnapshotView view = store.snapshot();
                    int a = view.stream(app.getOrThrow(TextKeysManager.class))
                            .mapToInt(TextKeys::getNumber)
                            .sum();
                    int b = view.stream(app.getOrThrow(OneRowManager.class))
                            .mapToInt(row -> row.getNumber().orElseThrow())
                            .sum();
                    assertThat(a + b).as("a %d, b %d at load %d", a, b, load).isEqualTo(2000);
                    seen.add(a);
                }
            } finally {
                done.set(true);
            }
            assertThat(writes.get()).isPositive();
            app.stop();
        }
    }

    private static int move(TortureDatabase database, AtomicBoolean done) throws SQLException {
        int moves = 0;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (; !done.get(); moves++) {
                statement.execute("UPDATE text_keys SET number = number + 1");
                statement.execute("UPDATE one_row SET number = number - 1");
                connection.commit();
            }
        }
        return moves;
    }

    private static Speedment withTwoTables(TortureDatabase database, int connections) {
        return database.builder()
                .withBundle(InMemoryBundle.class)
                .withBundle(MetaStreamSupplierBundle.class)
                .withComponent(TwoTables.class, TwoTables::new)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .connections(connections)
                                .build())
                .build();
    }

    /** A configuration with two tables in memory, so that a reload is quick. */
    static final class TwoTables implements MetaStreamSupplierConfigurator {
        @Override
        public Stream<TableMapping<?>> tableMappings() {
            return Stream.of(
                    TableMapping.of(TextKeysManager.IDENTIFIER, DataStoreStreamSupplierComponent.class),
                    TableMapping.of(OneRowManager.IDENTIFIER, DataStoreStreamSupplierComponent.class));
        }
    }

    @Test
    void readersSeeWholeVersionsDuringReloadsAndMemoryIsReleased() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_reloads");
                ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            Speedment app = withTwoTables(database, 1);
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            TextKeysManager texts = app.getOrThrow(TextKeysManager.class);
            store.load();
            long rows = texts.stream().count();
            long numbers = texts.stream().mapToLong(TextKeys.NUMBER.asLong()).sum();
            collect();
            long floor = Lease.allocatedBytes();
            AtomicBoolean done = new AtomicBoolean();
            List<Future<Long>> reads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                reads.add(readers.submit(() -> {
                    long count = 0;
                    do {
                        long positive = texts.stream()
                                .filter(TextKeys.NUMBER.greaterOrEqual(0))
                                .count();
                        long negative = texts.stream()
                                .filter(TextKeys.NUMBER.lessThan(0))
                                .count();
                        assertThat(positive + negative).isEqualTo(rows);
                        assertThat(texts.stream().sorted(TextKeys.CODE).toList())
                                .hasSize((int) rows);
                        assertThat(texts.stream().mapToLong(TextKeys::getNumber).sum())
                                .isEqualTo(numbers);
                        count++;
                        LockSupport.parkNanos(
                                5_000_000); // on two cores, eight readers without a pause would starve the reloads
                    } while (!done.get());
                    return count;
                }));
            }
            try {
                for (int i = 0; i < RELOADS; i++) {
                    store.reload();
                }
            } finally {
                done.set(true);
            }
            for (Future<Long> read : reads) {
                assertThat(read.get()).isPositive();
            }
            assertThat(store.version()).isEqualTo(1 + RELOADS);
            Awaitility.await().atMost(LONG).untilAsserted(() -> {
                collect();
                assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(floor);
            });
            app.stop();
        }
    }

    private static void collect() {
        Lease.reclaim();
    }
}
