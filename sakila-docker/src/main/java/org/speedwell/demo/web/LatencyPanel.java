package org.speedwell.demo.web;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Query;

/**
 * A load test of both sides. One client for each side repeats one query. It alternates between a millisecond of calls
 * and a millisecond of pause, so that the machine stays usable. The panel times each call alone, and reports the cost
 * of the clock. The test stops when no page listens any more. Thread-safe.
 */
final class LatencyPanel implements AutoCloseable {
    private static final long BURST = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long PAUSE_AFTER_FAILURE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long UNWATCHED = TimeUnit.SECONDS.toNanos(10);
    private static final long HIGHEST = TimeUnit.MINUTES.toNanos(5);
    private static final double[] PERCENTILES = {0, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.995, 99.999};
    private static final double CLOCK_NANOS = clockNanos();

    private final Broadcast broadcast;
    private @Nullable Load load;

    /** The results of a side since the start: its calls, its calls per second without pauses, and its latency curve. */
    record Side(
            long calls,
            double perSecond,
            List<Point> curve,
            @Nullable String failure) {}

    /** A percentile, and the maximum time in nanoseconds of that percentage of the calls. */
    record Point(double percentile, long nanos) {}

    /**
     * The state of the panel.
     *
     * @param on true while the test runs
     * @param query the number of the query, from 0
     * @param seconds the seconds since the start
     * @param clockNanos the nanoseconds to read the clock, which each time contains
     */
    record State(boolean on, int query, double seconds, double clockNanos, Side sql, Side memory) {}

    LatencyPanel(Broadcast broadcast) {
        this.broadcast = broadcast;
        Side none = new Side(0, 0, List.of(), null);
        broadcast.publish("latency", new State(false, 0, 0, CLOCK_NANOS, none, none));
    }

    /** Starts a test, and stops the present one. */
    synchronized void start(int number, Query sql, Query memory) {
        stop();
        load = new Load(number, sql, memory);
    }

    synchronized void stop() {
        if (load != null) {
            load.end();
            load = null;
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** A run of the test. */
    private final class Load {
        private final int number;
        private final Client sql;
        private final Client memory;
        private final Thread reporter;
        private final long begin = System.nanoTime();
        private volatile boolean on = true;

        Load(int number, Query sql, Query memory) {
            this.number = number;
            this.sql = new Client(sql);
            this.memory = new Client(memory);
            Thread.Builder threads = Thread.ofPlatform().daemon();
            threads.name("load over SQL").start(() -> this.sql.ask(this));
            threads.name("load from memory").start(() -> this.memory.ask(this));
            reporter = threads.name("load report").start(this::report);
        }

        /** Stops the run. Its results stay on the page. */
        void end() {
            on = false;
            LockSupport.unpark(reporter);
            try {
                reporter.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void report() {
            long seen = System.nanoTime();
            boolean isOn;
            do {
                LockSupport.parkNanos(PERIOD);
                if (broadcast.listeners() > 0) {
                    seen = System.nanoTime();
                } else if (System.nanoTime() - seen > UNWATCHED) {
                    on = false;
                }
                isOn = on; // read once: a run that ends during the report needs another report
                double seconds = (System.nanoTime() - begin) / 1e9;
                broadcast.publish("latency", new State(isOn, number, seconds, CLOCK_NANOS, sql.side(), memory.side()));
            } while (isOn);
        }
    }

    /** A client that repeats one query and records the times. */
    private static final class Client {
        private final Query query;
        private final Recorder recorder = new Recorder(HIGHEST, 3);
        private final Histogram total = new Histogram(HIGHEST, 3);
        private @Nullable Histogram interval;
        private final CallRate rate = new CallRate();
        private volatile @Nullable String failure;

        /** The last answer. The field prevents the compiler from removing the calls. */
        @SuppressWarnings("unused")
        private volatile @Nullable Object sink;

        Client(Query query) {
            this.query = query;
        }

        void ask(Load load) {
            while (load.on) {
                try {
                    burst();
                    failure = null;
                    LockSupport.parkNanos(PAUSE);
                } catch (RuntimeException | Error e) { // the other side continues, and the page shows the failure
                    failure = Failures.text(e);
                    LockSupport.parkNanos(PAUSE_AFTER_FAILURE);
                }
            }
        }

        private void burst() {
            long first = System.nanoTime();
            long before = first;
            long calls = 0;
            try {
                do {
                    sink = query.answer().get();
                    long after = System.nanoTime();
                    recorder.recordValue(Math.min(after - before, HIGHEST));
                    calls++;
                    before = System.nanoTime();
                } while (before - first < BURST);
            } finally {
                rate.add(calls, before - first); // without the time of a failed call
            }
        }

        /** Returns the results. For one thread. */
        Side side() {
            Histogram recent = recorder.getIntervalHistogram(interval);
            interval = recent;
            total.add(recent);
            return new Side(total.getTotalCount(), rate.perSecond(), curve(), failure);
        }

        /** Returns the curve up to the highest percentile that is exceeded by at least ten calls. */
        private List<Point> curve() {
            return Arrays.stream(PERCENTILES)
                    .filter(percentile -> total.getTotalCount() * (100 - percentile) / 100 >= 10)
                    .mapToObj(percentile -> new Point(percentile, total.getValueAtPercentile(percentile)))
                    .toList();
        }
    }

    /** Returns the nanoseconds to read the clock: the median of 101 means. */
    private static double clockNanos() {
        int pairs = 1_000;
        double[] costs = new double[101];
        for (int i = 0; i < costs.length; i++) {
            long begin = System.nanoTime();
            for (int j = 0; j < pairs; j++) {
                System.nanoTime();
            }
            costs[i] = (double) (System.nanoTime() - begin) / pairs;
        }
        Arrays.sort(costs);
        return costs[costs.length / 2];
    }
}
