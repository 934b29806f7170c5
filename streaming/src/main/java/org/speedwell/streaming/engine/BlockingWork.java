package org.speedwell.streaming.engine;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;

/**
 * A runner of blocking work on virtual threads. It limits the number of threads that use one database at once. Without
 * a limit they would overload it, and a database with contended rows answers many times slower. Thread-safe.
 */
public final class BlockingWork {
    /** The number of pieces of work in this JVM that may use one resource at once. */
    public static final int PERMITS = 20;

    /** The semaphore of each resource, so that a resource that hangs does not delay work on others. */
    private static final Map<Object, Semaphore> SEMAPHORES = Collections.synchronizedMap(new WeakHashMap<>());

    private static final ThreadLocal<Boolean> IS_OF_JOB = ThreadLocal.withInitial(() -> false);

    private BlockingWork() {}

    /** Runs the work on a new virtual thread. The work may take long. */
    public static Thread start(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(() -> {
            markThread();
            work.run();
        });
    }

    /** Runs work that uses a resource, after waiting for a permit. The calling thread may block. */
    public static <R> R call(Object resource, Callable<R> work) throws Exception {
        Semaphore permits = SEMAPHORES.computeIfAbsent(resource, each -> new Semaphore(PERMITS));
        permits.acquire();
        try {
            return work.call();
        } finally {
            permits.release();
        }
    }

    /**
     * Waits until a thread has ended. If the waiting thread is interrupted, it interrupts the other thread and
     * continues to wait.
     */
    public static void join(Thread thread) {
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                thread.interrupt();
            }
        }
    }

    /** Returns whether this thread works for a job. Such a thread must not wait for the end of the job. */
    public static boolean isThreadOfJob() {
        return IS_OF_JOB.get();
    }

    static void markThread() {
        IS_OF_JOB.set(true);
    }
}
