package org.speedwell.streaming.engine;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * Where work that blocks is done: on virtual threads, of which only so many may be at it at once. Unbounded, virtual
 * threads overrun what they wait for: a database whose rows are contended answers many times slower. Thread-safe.
 */
public final class BlockingWork {
    /** How many pieces of work of this JVM may be waiting for files and databases at once. */
    public static final int PERMITS = 20;

    private static final Semaphore PERMIT = new Semaphore(PERMITS);

    private BlockingWork() {}

    /** Runs the work on a virtual thread of its own, which may run for long; each wait in it goes through a permit. */
    public static Thread start(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(work);
    }

    /** Does a piece of work that blocks, after waiting for a permit; on a thread that may wait. */
    public static <R> R call(Callable<R> work) throws Exception {
        PERMIT.acquire();
        try {
            return work.call();
        } finally {
            PERMIT.release();
        }
    }
}
