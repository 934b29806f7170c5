package org.speedwell.streaming.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verifies the limit on virtual threads that block at once, and that all threads get their turn. */
@Timeout(60)
@Tag("unit")
class BlockingWorkTest {

    /** Blocks all threads of one of two resources. */
    @Test
    void blockingThreadsAreLimitedPerResource() throws Exception {
        Object hanging = new Object();
        CountDownLatch full = new CountDownLatch(BlockingWork.PERMITS);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger blocked = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5 * BlockingWork.PERMITS; i++) {
            threads.add(BlockingWork.start("blocking-" + i, () -> {
                try {
                    done.addAndGet(BlockingWork.call(hanging, () -> {
                        most.accumulateAndGet(blocked.incrementAndGet(), Math::max);
                        full.countDown();
                        go.await();
                        blocked.decrementAndGet();
                        return 1;
                    }));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }
        full.await();
        assertThat(BlockingWork.<Integer>call(new Object(), () -> 2)).isEqualTo(2);
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(most).hasValue(BlockingWork.PERMITS);
        assertThat(done).hasValue(threads.size());
    }
}
