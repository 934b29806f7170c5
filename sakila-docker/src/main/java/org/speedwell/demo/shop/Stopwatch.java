package org.speedwell.demo.shop;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.schema.Progress;

/**
 * A stopwatch that measures the median time of a call. It uses the same method for calls of nanoseconds and of
 * milliseconds.
 */
public final class Stopwatch {
    /** A description of the method, for the foot of a table. */
    public static final List<String> METHOD = List.of(
            "Times are medians of 25 batches (fewer if that takes 0.3 s). A batch is 1 ms of calls, or one call.",
            "First, all queries from memory run in turn for 0.3 s each. Then each query warms up for 0.1 s.");

    private static final int BATCHES = 25;
    private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long WARM_UP_IN_TURN = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long BATCH = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(300);

    /** The last answer. The field prevents the compiler from removing the calls. */
    private @Nullable Object sink;

    /**
     * Calls all suppliers in turn, each for the same time. The JVM has then seen and compiled all of them before the
     * first measurement. Ends early if the thread is interrupted.
     */
    public void warmUp(List<? extends Supplier<?>> calls, Progress progress) {
        long begin = System.nanoTime();
        long total = calls.size() * WARM_UP_IN_TURN;
        try (Progress.Task task = progress.start("warming up, ms", TimeUnit.NANOSECONDS.toMillis(total))) {
            for (long passed = 0; passed < total; ) {
                for (Supplier<?> call : calls) {
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                    callFor(call, BATCH);
                }
                long now = Math.min(total, System.nanoTime() - begin);
                task.advance(TimeUnit.NANOSECONDS.toMillis(now) - TimeUnit.NANOSECONDS.toMillis(passed));
                passed = now;
            }
        }
    }

    /** Calls a supplier for 100 ms. */
    void warmUp(Supplier<?> call) {
        callFor(call, WARM_UP);
    }

    /** Returns the median nanoseconds of one call. */
    public double median(Supplier<?> call) {
        callFor(call, WARM_UP);
        long batch = callFor(call, BATCH);
        double[] times = new double[BATCHES];
        int done = 0;
        long begin = System.nanoTime();
        while (done < BATCHES && (done == 0 || System.nanoTime() - begin < LIMIT)) {
            times[done++] = (double) time(call, batch) / batch;
        }
        Arrays.sort(times, 0, done);
        return times[done / 2];
    }

    /** Calls a supplier at least once, for a duration, and returns the number of calls. */
    private long callFor(Supplier<?> call, long nanos) {
        long begin = System.nanoTime();
        long calls = 0;
        do {
            sink = call.get();
            calls++;
        } while (System.nanoTime() - begin < nanos);
        return calls;
    }

    private long time(Supplier<?> call, long calls) {
        long begin = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            sink = call.get();
        }
        return System.nanoTime() - begin;
    }

    /** Returns the last answer. */
    public @Nullable Object sink() {
        return sink;
    }
}
