package org.speedwell.accelerator.speedment;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reloads some time after each load, whatever started that one, and again after a reload that failed. Thread-safe. */
final class ReloadSchedule implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ReloadSchedule.class.getName());

    private final @Nullable Duration period;
    private final Supplier<CompletableFuture<Void>> reload;
    private @Nullable ScheduledExecutorService timer;
    private @Nullable Future<?> next;
    private boolean closed;

    /** Does nothing where there is no period. */
    ReloadSchedule(Optional<Duration> period, Supplier<CompletableFuture<Void>> reload) {
        this.period = period.orElse(null);
        this.reload = reload;
    }

    /** To be called after each load. */
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
                    Throwable cause = failure.getCause(); // a copy of a future wraps the reason
                    failed(cause == null ? failure : cause);
                }
            });
        } catch (Throwable e) { // it could not even begin
            failed(e);
        }
    }

    private void failed(Throwable reason) {
        loaded(); // before anything else fails
        LOG.log(
                System.Logger.Level.WARNING,
                () -> "The scheduled reload failed; the version in memory goes on serving: "
                        + (reason instanceof Exception ? reason.getMessage() : reason));
    }

    /** No reload until the next load. */
    synchronized void cancel() {
        if (next != null) {
            next.cancel(false);
        }
    }

    /** No reload any more. */
    @Override
    public synchronized void close() {
        closed = true;
        cancel();
        if (timer != null) {
            timer.shutdown();
        }
    }
}
