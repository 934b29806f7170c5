package org.speedwell.accelerator.load;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one load. The first failure stops all others, and {@link #join} returns only when every task has ended, so
 * that nothing of a load outlives it. Thread-safe.
 */
final class LoadTasks {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Executor executor;
    private final Runnable onFailure;
    private int running;
    private volatile @Nullable Throwable failure;

    /** A part of a load. */
    interface Task {
        void run() throws Exception;
    }

    /** {@code onFailure} cuts off whatever blocks a task; it is called once at most, by the thread that failed. */
    LoadTasks(Executor executor, Runnable onFailure) {
        this.executor = executor;
        this.onFailure = onFailure;
    }

    /** Runs a task when the executor gets to it, unless something has failed before. */
    void fork(Task task) {
        lock.lock();
        try {
            running++;
        } finally {
            lock.unlock();
        }
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            fail(new LoadException(
                    "The executor given to the load refuses work. Give it one that is not shut down.", e));
            end();
        }
    }

    private void run(Task task) {
        try {
            if (failure == null) {
                task.run();
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            end();
        }
    }

    /** Stops all tasks for this reason, unless they are being stopped already. For any thread. */
    void fail(Throwable reason) {
        lock.lock();
        try {
            if (failure != null) {
                return;
            }
            failure = reason;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        onFailure.run();
    }

    /** To be called by long tasks from time to time. */
    void requireNotStopped() throws LoadException {
        if (failure != null) {
            throw new LoadException("Stopped because another part of the load failed.");
        }
    }

    private void end() {
        lock.lock();
        try {
            running--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for all tasks, those that tasks add included.
     *
     * @throws LoadException if one failed, or if the waiting thread was interrupted, which stops them all
     */
    void join() throws LoadException {
        boolean interrupted = false;
        lock.lock();
        try {
            while (running > 0) {
                try {
                    boolean inTime = changed.await(1, TimeUnit.SECONDS);
                    if (!inTime && executor instanceof ExecutorService service && service.isTerminated()) {
                        fail(new LoadException("The executor given to the load was shut down during the load."));
                        break; // what was queued there never runs
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    fail(new LoadException("The load was interrupted.", e));
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        Throwable reason = failure;
        switch (reason) {
            case null -> {}
            case LoadException e -> throw e;
            case Error e -> throw e;
            default -> throw new LoadException("The load failed: " + reason, reason);
        }
    }
}
