package org.speedwell.streaming;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Waiting for parts of a job to end: as long as they take, but once the job is to stop for a time of grace and no
 * longer. Thread-safe.
 */
final class GracefulShutdown {
    private final long graceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stopping;
    private long stopNanos;

    /** How many parts have not ended. */
    final class Parts {
        private int left;

        Parts(int count) {
            this.left = count;
        }

        void ended() {
            lock.lock();
            try {
                left--;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Whether all have ended, if need be after waiting; the grace begins anew with each call. */
        boolean await() throws InterruptedException {
            lock.lock();
            try {
                long begin = System.nanoTime();
                while (left > 0 && !stopping) {
                    changed.await();
                }
                while (left > 0) {
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

    /** The job is to stop. */
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
