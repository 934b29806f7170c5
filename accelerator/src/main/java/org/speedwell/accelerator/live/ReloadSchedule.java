package org.speedwell.accelerator.live;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A schedule that reloads a fixed time after each load, however that was started, and again after a failed reload.
 * Thread-safe.
 */
final class ReloadSchedule implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReloadSchedule.class.getName());

    private final @Nullable Duration period;
    private final Supplier<CompletableFuture<Void>> reload;
    private @Nullable ScheduledExecutorService timer;
    private @Nullable Future<?> next;
    private boolean closed;

    /** Creates a schedule, which does nothing without a period. */
    ReloadSchedule(Optional<Duration> period, Supplier<CompletableFuture<Void>> reload) {
        this.period = period.orElse(null);
        this.reload = reload;
    }

    /** Schedules the next reload. Must be called after each load. */
    synchronized void loaded() {
        if (period == null || closed) {
            return;
        }
        cancel();
        if (timer == null) {
            timer = Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("speedwell-reload").daemon().factory());
        }
        next = timer.schedule(this::run, period.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run() {
        try {
            var _ = reload.get().whenComplete((ignored, failure) -> {
                if (failure != null) {
                    Throwable cause = failure.getCause(); // a dependent future wraps the reason
                    failed(cause == null ? failure : cause);
                }
            });
        } catch (Throwable e) { // it could not even begin
            failed(e);
        }
    }

    private void failed(Throwable reason) {
        loaded(); // first, because the following steps may fail
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The scheduled reload failed. Streams continue to read the version in memory. Reason: "
                        + (reason instanceof Exception ? reason.getMessage() : reason));
    }

    /** Cancels the scheduled reload; the next load schedules another one. */
    synchronized void cancel() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** Ends the schedule: there are no more reloads. */
    @Override
    public synchronized void close() {
        closed = true;
        cancel();
        if (timer != null) {
            timer.shutdown();
        }
    }
}
