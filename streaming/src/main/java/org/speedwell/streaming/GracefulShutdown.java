package org.speedwell.streaming;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A wait for parts of a job to end. It has no limit while the job runs. Once the job must stop, it lasts no longer than
 * the grace time. Thread-safe.
 */
final class GracefulShutdown {
    private final long graceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stopping;
    private long stopNanos;

    /** A counter of parts that have not ended. */
    final class Parts {
        private int remaining;

        Parts(int count) {
            this.remaining = count;
        }

        void ended() {
            lock.lock();
            try {
                remaining--;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Waits until all parts have ended, and returns whether they have. Each call has the full grace time. */
        boolean await() throws InterruptedException {
            lock.lock();
            try {
                long begin = System.nanoTime();
                while (remaining > 0 && !stopping) {
                    changed.await();
                }
                while (remaining > 0) {
                    long passed = System.nanoTime() - (stopNanos - begin > 0 ? stopNanos : begin);
                    if (passed >= graceNanos) {
                        return false;
                    }
                    changed.awaitNanos(graceNanos - passed);
                }
                return true;
            } finally {
                lock.unlock();
            }
        }
    }

    GracefulShutdown(Duration grace) {
        this.graceNanos = TimeUnit.NANOSECONDS.convert(grace);
    }

    /** Starts the grace time, because the job must stop. */
    void stop() {
        lock.lock();
        try {
            if (!stopping) {
                stopping = true;
                stopNanos = System.nanoTime();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
