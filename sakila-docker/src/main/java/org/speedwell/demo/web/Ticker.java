package org.speedwell.demo.web;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A task done again and again, by a thread of its own, with a pause in between. A failure is logged, and it goes on. */
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

    /** Begins; apart from the constructor, so that the task sees its owner complete. */
    void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            try {
                task.run();
            } catch (RuntimeException e) {
                System.getLogger(Ticker.class.getName())
                        .log(System.Logger.Level.WARNING, thread.getName() + " failed", e);
            }
            LockSupport.parkNanos(pause);
        }
    }

    /** Ends it, and waits for the task that runs. */
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
