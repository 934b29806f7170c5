package org.speedwell.demo.web;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A task that its own thread runs repeatedly, with a pause after each run. The thread logs a failure of the task and
 * continues.
 */
final class Ticker implements AutoCloseable {
    private final Runnable task;
    private final long pause;
    private final Thread thread;
    private volatile boolean closed;

    Ticker(String name, int pauseMillis, Runnable task) {
        this.task = task;
        pause = TimeUnit.MILLISECONDS.toNanos(pauseMillis);
        thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Starts the thread. The constructor does not, because the owner that the task uses may still be incomplete. */
    void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                System.getLogger(Ticker.class.getName())
                        .log(System.Logger.Level.WARNING, thread.getName() + " failed", e);
            }
            LockSupport.parkNanos(pause);
        }
    }

    /** Stops the thread. Waits up to 5 s for the running task. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
