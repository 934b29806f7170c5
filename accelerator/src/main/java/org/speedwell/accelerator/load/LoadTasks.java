package org.speedwell.accelerator.load;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.MemoryBudgetException;

/**
 * The tasks of one load. A task that waits for the database has its own thread. The user's executor runs the computing
 * tasks. Without an executor, the load creates one thread per processor for them. The thread that waits in
 * {@link #join} also runs computing tasks. Therefore a load completes even if the executor is busy, for example with
 * the task that started the load.
 *
 * <p>The first failure stops all tasks. {@link #join} returns only after every task has ended, so no task outlives its
 * load. All threads of the load are platform threads. Computing virtual threads would keep the application's virtual
 * threads waiting. Thread-safe.
 */
final class LoadTasks implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ExecutorService readers = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().name("speedwell-read").daemon().factory());
    private final Queue<Task> computing = new ArrayDeque<>();
    private final @Nullable ExecutorService own;
    private final Executor executor;
    private final MemoryBudget budget;
    private final Runnable onFailure;
    private int running;
    private volatile @Nullable Throwable failure;

    /** A part of a load. */
    interface Task {
        void run() throws Exception;
    }

    /**
     * Creates an empty set of tasks.
     *
     * @param executor runs the computing tasks; null to create threads for the load
     * @param budget the budget for the memory that tasks stage
     * @param onFailure unblocks every waiting task; the thread that fails first calls it, at most once
     */
    LoadTasks(@Nullable Executor executor, MemoryBudget budget, Runnable onFailure) {
        this.own = executor == null
                ? Executors.newFixedThreadPool(
                        Runtime.getRuntime().availableProcessors(),
                        Thread.ofPlatform().name("speedwell-build").daemon().factory())
                : null;
        this.executor = own == null ? requireNonNull(executor) : own;
        this.budget = budget;
        this.onFailure = onFailure;
    }

    /** Runs a task that waits for the database or for user code, on its own thread. */
    void read(Task task) {
        begin(null);
        try {
            readers.execute(() -> run(task));
        } catch (Throwable e) {
            fail(e);
            end();
        }
    }

    /** Runs a computing task when a thread is free, unless the load has failed. */
    void fork(Task task) {
        begin(task);
        try {
            executor.execute(this::runNext);
        } catch (RejectedExecutionException e) {
            fail(new LoadException(
                    "The executor of the load rejected a task. Pass an executor that is not shut down.", e));
        }
    }

    private void begin(@Nullable Task toCompute) {
        lock.lock();
        try {
            running++;
            if (toCompute != null) {
                computing.add(toCompute);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Runs the next task for the executor. Does nothing if another thread has already taken it. */
    private void runNext() {
        Task task;
        lock.lock();
        try {
            task = computing.poll();
        } finally {
            lock.unlock();
        }
        if (task != null) {
            run(task);
        }
    }

    private void run(Task task) {
        try {
            if (failure == null) {
                budget.during(() -> {
                    task.run();
                    return task;
                });
            }
        } catch (Throwable e) {
            fail(e);
        } finally {
            end();
        }
    }

    /** Stops all tasks for this reason, unless they are already stopping. Any thread may call this. */
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
        readers.shutdownNow();
        if (own != null) {
            own.shutdownNow();
        }
        onFailure.run();
    }

    /** Throws if the load has stopped. Long tasks call this from time to time. */
    void requireNotStopped() throws LoadException {
        Throwable reason = failure;
        if (reason != null) {
            throw reason instanceof LoadException known
                    ? known
                    : new LoadException("The task stopped because another part of the load failed.", reason);
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
     * Waits for all tasks, including tasks that other tasks add. Runs computing tasks meanwhile.
     *
     * @throws LoadException if a task failed, or if the waiting thread was interrupted, which stops all tasks
     * @throws MemoryBudgetException if the budget refused memory to a task
     */
    void join() throws LoadException {
        boolean interrupted = false;
        while (isRunning()) {
            try {
                Task task = await();
                if (task != null) {
                    run(task);
                }
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            } catch (InterruptedException e) {
                interrupted = true;
                fail(new LoadException("The load was interrupted.", e));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable reason = failure;
        switch (reason) {
            case null -> {}
            case LoadException e -> throw e;
            case MemoryBudgetException e -> throw e;
            case Error e -> throw e;
            default -> throw new LoadException("The load failed: " + reason, reason);
        }
    }

    private boolean isRunning() {
        lock.lock();
        try {
            return running > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a task to compute; returns null once no task remains. */
    private @Nullable Task await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (running > 0 && computing.isEmpty()) {
                changed.await();
            }
            return computing.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the load's own threads and waits for them. No task may be running. */
    @Override
    public void close() {
        readers.close();
        if (own != null) {
            own.close();
        }
    }
}
