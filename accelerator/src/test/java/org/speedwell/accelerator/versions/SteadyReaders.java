package org.speedwell.accelerator.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Threads that read one table without a pause and expect unchanged answers while loads run. */
public final class SteadyReaders implements AutoCloseable {
    private static final int READERS = 2;

    private final MixedManager mixed;
    private final Answers expected;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final AtomicLong reads = new AtomicLong();
    private volatile boolean done;

    /** The results of queries that use columns, an index and entities. */
    private record Answers(long count, long sum, List<Mixed> rows) {
        static Answers of(MixedManager mixed) {
            return new Answers(
                    mixed.stream().filter(Mixed.QUANTITY.greaterThan(0)).count(),
                    mixed.stream().mapToLong(Mixed.ID.asLong()).sum(),
                    mixed.stream().sorted(Mixed.PRICE.reversed()).limit(20).toList());
        }
    }

    /** Starts the readers. The table must be in memory. */
    public SteadyReaders(MixedManager mixed) throws InterruptedException {
        this.mixed = mixed;
        this.expected = Answers.of(mixed);
        CountDownLatch begun = new CountDownLatch(READERS);
        for (int i = 0; i < READERS; i++) {
            threads.add(Thread.ofPlatform().name("reader " + i).start(() -> {
                begun.countDown();
                read();
            }));
        }
        begun.await();
    }

    private void read() {
        try {
            do {
                assertThat(Answers.of(mixed)).isEqualTo(expected);
                reads.incrementAndGet();
            } while (!done);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    /** Stops the readers. Fails if an answer differed or if no reader finished a read. */
    @Override
    public void close() throws InterruptedException {
        done = true;
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(reads.get()).isPositive();
    }
}
