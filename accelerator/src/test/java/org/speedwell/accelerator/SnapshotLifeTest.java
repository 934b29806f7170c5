package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.core.Speedment;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Snapshots replaced under readers: each stream keeps its version, and memory returns. */
@Tag("database")
class SnapshotLifeTest {
    private static final int READERS = 2;
    private static final int RELOADS = 8;

    @Test
    void aStreamKeepsTheVersionOnWhichItWasMade() throws SQLException {
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
    void readersSeeWholeVersionsWhileTheStoreReloadsAndTheMemoryReturns() throws Exception {
        try (TortureDatabase database = new TortureDatabase("speedwell_test_reloads");
                ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
            Speedment app = database.inMemory();
            DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            store.load();
            long rows = mixed.stream().count();
            long floor = Lease.allocatedBytes();
            AtomicBoolean done = new AtomicBoolean();
            List<Future<Long>> reads = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                reads.add(readers.submit(() -> {
                    long count = 0;
                    while (!done.get()) {
                        long positive = mixed.stream()
                                .filter(Mixed.QUANTITY.greaterOrEqual(0))
                                .count();
                        long negative = mixed.stream()
                                .filter(Mixed.QUANTITY.lessThan(0))
                                .count();
                        assertThat(positive + negative).isEqualTo(rows);
                        assertThat(mixed.stream().sorted(Mixed.PRICE).toList()).hasSize((int) rows);
                        count++;
                    }
                    return count;
                }));
            }
            for (int i = 0; i < RELOADS; i++) {
                store.reload();
            }
            done.set(true);
            for (Future<Long> read : reads) {
                assertThat(read.get()).isPositive();
            }
            assertThat(store.version()).isEqualTo(1 + RELOADS);
            Awaitility.await().untilAsserted(() -> {
                System.gc();
                assertThat(Lease.allocatedBytes()).isLessThanOrEqualTo(floor);
            });
            app.stop();
        }
    }
}
