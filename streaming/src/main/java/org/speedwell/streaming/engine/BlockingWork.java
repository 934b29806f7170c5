package org.speedwell.streaming.engine;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * Where work that blocks is done: on virtual threads. Of those that wait for one database only so many may be at it at
 * once: unbounded, they overrun it, and one whose rows are contended answers many times slower. Thread-safe.
 */
public final class BlockingWork {
    /** How many pieces of work of this JVM may be waiting for one resource at once. */
    public static final int PERMITS = 20;

    /** By resource, so that one that hangs holds up nobody who waits for another. */
    private static final Map<Object, Semaphore> SEMAPHORES = Collections.synchronizedMap(new WeakHashMap<>());

    private static final ThreadLocal<Boolean> IS_OF_JOB = ThreadLocal.withInitial(() -> false);

    private BlockingWork() {}

    /** Runs the work on a virtual thread of its own, which may run for long. */
    public static Thread start(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(() -> {
            markThread();
            work.run();
        });
    }

    /** Does a piece of work that waits for a resource, after waiting for a permit; on a thread that may wait. */
    public static <R> R call(Object resource, Callable<R> work) throws Exception {
        Semaphore permits = SEMAPHORES.computeIfAbsent(resource, each -> new Semaphore(PERMITS));
        permits.acquire();
        try {
            return work.call();
        } finally {
            permits.release();
        }
    }

    /** Waits until a thread has ended. Who is interrupted meanwhile interrupts that thread, and goes on waiting. */
    public static void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                thread.interrupt();
            }
        }
    }

    /** Whether this thread works for a job, so that the job's end cannot be waited for here. */
    public static boolean isThreadOfJob() {
        return IS_OF_JOB.get();
    }

    static void markThread() {
        IS_OF_JOB.set(true);
    }
}
