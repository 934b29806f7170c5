package org.speedwell.demo.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.demo.shop.SakilaRows;
import org.speedwell.demo.shop.Shop;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;

/** Starts the generator while the thread of an earlier start ends. */
@Tag("fault")
@Tag("database")
class RentalGeneratorTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final CountDownLatch ends = new CountDownLatch(1);
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    @Test
    void startWhileThreadEndsIsNotLost() throws Exception {
        try (Shop shop = new Shop(Database.forTests(), new SakilaRows(1, null, false), Progress.none(), _ -> {});
                RentalWindows windows = new RentalWindows()) {
            Catalogue catalogue = Catalogue.of(shop.applications().memory());
            try (RentalGenerator generator =
                    new RentalGenerator(shop, catalogue, windows, new CommitTimes(), slowlyEnding())) {
                generator.start(100);
                await().atMost(PATIENCE).until(() -> generator.written() > 0);
                Thread stop = Thread.ofPlatform().start(generator::stop);
                ends.await();
                long written = generator.written();

                generator.start(100);
                mayEnd.countDown();

                stop.join();
                await().atMost(PATIENCE).until(() -> generator.written() > written);
                assertThat(threads).hasSize(2);
            } finally {
                mayEnd.countDown();
            }
        }
    }

    /** Returns a factory of threads that still exist for a while after their work. */
    private ThreadFactory slowlyEnding() {
        return work -> {
            Thread made = Thread.ofPlatform().daemon().unstarted(() -> {
                work.run();
                ends.countDown();
                awaitEnd();
            });
            threads.add(made);
            return made;
        };
    }

    private void awaitEnd() {
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
