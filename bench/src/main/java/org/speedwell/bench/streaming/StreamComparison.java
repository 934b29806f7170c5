package org.speedwell.bench.streaming;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.speedwell.bench.RunInfo;
import org.speedwell.bench.report.Latencies;
import org.speedwell.bench.report.Statement;
import org.speedwell.bench.report.StreamFinding;
import org.speedwell.bench.streaming.Meter.Measurement;

/**
 * A measurement of one scenario on one engine. It finds the highest rate that the engine sustains. It then measures
 * latencies at 80 % of that rate, and at a fixed rate. The load is an open loop: events are due at predetermined times,
 * even if the engine is not ready.
 *
 * <p>An engine sustains a rate if, at the end of a trial, its latest complete result is at most a slide and 200 ms old.
 */
public final class StreamComparison {
    private static final double FIRST_RATE = 1e6;
    private static final double LOWEST_RATE = 125_000;
    private static final double HIGHEST_RATE = 500e6;
    private static final double PRECISION = 1.12;
    private static final Duration TOLERATED = Duration.ofMillis(200);
    private static final int ATTEMPTS = 2;

    /** The factor to the next rate if many results do not confirm a rate. */
    private static final double LOWER = 0.8;

    private static final long LEAD_MILLIS = 500;

    private final Scenario scenario;
    private final StreamEngine engine;
    private final int threads;
    private final Duration time;

    /** The results of a trial. */
    private record Trial(boolean keptUp, Measurement latencies, double runDelayShare, long heapBytes) {
        boolean isWithin(Duration time) {
            return keptUp && latencies.last().getValueAtPercentile(99.99) <= time.toNanos();
        }
    }

    private StreamComparison(Scenario scenario, StreamEngine engine, int threads, Duration time) {
        this.scenario = scenario;
        this.engine = engine;
        this.threads = threads;
        this.time = time;
    }

    /**
     * Runs the measurement and writes the results into a folder.
     *
     * @param engineName {@code speedwell} or {@code jet}
     * @param time the duration of a trial during the search; the latencies take twice as long
     * @param search true to search for the highest rate, false to measure at the fixed rate only
     * @param results the folder of the run
     */
    public static void run(
            Scenario scenario, String engineName, int threads, Duration time, boolean search, Path results)
            throws InterruptedException, IOException {
        try (StreamEngine engine = engine(engineName, threads)) {
            new StreamComparison(scenario, engine, threads, time).run(engineName, search, results);
        }
    }

    /**
     * Searches for the highest rate at which 99.99 % of the complete results are at most some time late, and writes it
     * beside the figure of the article. Short trials find a rate, and a trial of many results then confirms it, or a
     * lower one.
     *
     * @param results the number of results whose latencies must be measured
     * @param within the tolerated latency
     * @param folder the folder of the run
     */
    public static void runWithin(
            Scenario scenario, String engineName, int threads, Duration time, int results, Duration within, Path folder)
            throws InterruptedException, IOException {
        try (StreamEngine engine = engine(engineName, threads)) {
            new StreamComparison(scenario, engine, threads, time).runWithin(engineName, results, within, folder);
        }
    }

    private void runWithin(String engineName, int results, Duration within, Path folder)
            throws InterruptedException, IOException {
        Duration warmUp = time.dividedBy(2);
        Duration confirmation = Duration.ofMillis(results * scenario.slide());
        double rate = highestRate(warmUp, trial -> trial.isWithin(within));
        rate = Math.max(rate, LOWEST_RATE);
        Trial confirmed = trial(rate, warmUp, confirmation);
        while (!confirmed.isWithin(within) && rate > LOWEST_RATE) {
            rate *= LOWER;
            confirmed = trial(rate, warmUp, confirmation);
        }
        String collector = RunInfo.collector();
        String engine = engineName.equals("jet") ? "Hazelcast Jet" : "Speedwell";
        Histogram latencies = confirmed.latencies.last();
        boolean found = confirmed.isWithin(within);
        new Statement(
                        String.format(
                                Locale.ROOT,
                                "events/s with 99.99 %% of results within %d ms: %s, %s, %d %s",
                                within.toMillis(),
                                engine,
                                collector,
                                threads,
                                threads == 1 ? "thread" : "threads"),
                        "Hazelcast Jet on 16 vCPUs: 20 M items/s, of which 1 M are events and 19 M results",
                        (found ? "" : "none; at ")
                                + String.format(
                                        Locale.ROOT,
                                        "%s, and %.2f M results/s; 99.99 %% within %.1f ms",
                                        millions(rate),
                                        scenario.keys() * 1e-3 / scenario.slide(),
                                        latencies.getValueAtPercentile(99.99) / 1e6),
                        String.format(Locale.ROOT, "%s; %,d windows", scenario.title(), latencies.getTotalCount()))
                .write(folder, "within-" + scenario + "-" + engineName + "-" + collector + "-" + threads);
    }

    static StreamEngine engine(String name, int threads) {
        return switch (name) {
            case "speedwell" -> new SpeedwellStreams(threads);
            case "jet" -> new JetStreams(threads);
            case "flink" -> new FlinkStreams();
            default ->
                throw new IllegalArgumentException("There is no engine " + name + ". Use speedwell, jet or flink.");
        };
    }

    private void run(String engineName, boolean search, Path results) throws InterruptedException, IOException {
        Duration warmUp = time.dividedBy(2);
        double best = search && scenario.showsDelay() ? highestRate(warmUp, Trial::keptUp) : 0;
        String collector = RunInfo.collector();
        Latencies latencies = Latencies.of("Streaming, " + scenario.title());
        String name = (engineName.equals("jet") ? "Jet" : "Speedwell") + ", " + collector
                + (threads == 1 ? "" : ", " + threads + " threads");
        Trial fixed = trial((double) scenario.fixedRate(), warmUp, time.multipliedBy(2));
        add(latencies, name + ", " + millions((double) scenario.fixedRate()), fixed);
        double delay = fixed.runDelayShare;
        if (best > 0) {
            Trial eighty = trial(0.8 * best, warmUp, time.multipliedBy(2));
            add(latencies, name + ", 80 % of its best", eighty);
            delay = Math.max(delay, eighty.runDelayShare);
        }
        String file = "stream-" + scenario + "-" + engineName + "-" + collector + "-" + threads;
        latencies.write(results.resolve(file + ".hlog"));
        new StreamFinding(
                        scenario.title(),
                        engineName,
                        collector,
                        threads,
                        best,
                        scenario.fixedRate(),
                        fixed.keptUp,
                        fixed.latencies.first().getValueAtPercentile(50),
                        fixed.latencies.last().getValueAtPercentile(50),
                        fixed.latencies.last().getValueAtPercentile(99),
                        fixed.latencies.last().getValueAtPercentile(99.99),
                        fixed.latencies.last().getMaxValue(),
                        fixed.latencies.last().getTotalCount(),
                        scenario.window() > 0 ? (double) fixed.heapBytes / scenario.keys() : 0,
                        delay)
                .write(results.resolve(file + ".json"));
    }

    private static void add(Latencies latencies, String name, Trial trial) {
        if (trial.latencies.last().getTotalCount() > 0) {
            latencies.add(name + ", first", trial.latencies.first());
            latencies.add(name + ", last", trial.latencies.last());
        }
    }

    /**
     * Returns the highest rate whose trial passes, or 0. The search doubles the rate until a trial fails, or halves it
     * until one passes. It then halves the gap, on a logarithmic scale.
     */
    private double highestRate(Duration warmUp, Predicate<Trial> passes) throws InterruptedException {
        double kept = 0;
        double missed = FIRST_RATE;
        while (missed <= HIGHEST_RATE && passes(missed, warmUp, passes)) {
            kept = missed;
            missed *= 2;
        }
        for (double rate = missed / 2; kept == 0 && rate >= LOWEST_RATE; rate /= 2) {
            if (passes(rate, warmUp, passes)) {
                kept = rate;
            } else {
                missed = rate;
            }
        }
        while (kept > 0 && missed / kept > PRECISION) {
            double between = Math.sqrt(kept * missed);
            if (passes(between, warmUp, passes)) {
                kept = between;
            } else {
                missed = between;
            }
        }
        return kept;
    }

    /**
     * Returns whether one of two trials passes. Other users of the machine may disturb a single trial.
     */
    private boolean passes(double rate, Duration warmUp, Predicate<Trial> condition) throws InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (condition.test(trial(rate, warmUp, time))) {
                return true;
            }
        }
        return false;
    }

    private Trial trial(double rate, Duration warmUp, Duration measured) throws InterruptedException {
        long heapBefore = heapAfterCollection();
        Meter meter = new Meter();
        long slide = Math.max(1, scenario.slide());
        long start = Math.ceilDiv(System.currentTimeMillis() + LEAD_MILLIS, slide) * slide;
        StreamEngine.RunningJob job = engine.start(new Feed(scenario, start, rate, Feed.ENDLESS, threads), meter);
        Measurement latencies;
        boolean keptUp;
        double runDelayShare;
        long heap;
        try {
            Thread.sleep(Math.max(0, start - System.currentTimeMillis())
                    + Math.max(warmUp.toMillis(), scenario.untilResults()));
            meter.take();
            long delayBefore = RunDelay.nanos();
            Thread.sleep(Math.max(measured.toMillis(), 2 * slide));
            long behind = meter.behindNanos();
            runDelayShare = (double) (RunDelay.nanos() - delayBefore) / measured.toNanos();
            latencies = meter.take();
            keptUp = latencies.last().getTotalCount() > 0
                    && behind <= scenario.slide() * 1_000_000 + TOLERATED.toNanos();
            heap = heapAfterCollection() - heapBefore;
        } finally {
            job.cancel();
        }
        System.out.printf(
                Locale.ROOT,
                "%-60s %9s: %s, median %.2f ms, 99 %% within %.2f ms, run delay %.0f %%%n",
                scenario.title(),
                millions(rate),
                keptUp ? "kept up" : "fell behind",
                latencies.last().getValueAtPercentile(50) / 1e6,
                latencies.last().getValueAtPercentile(99) / 1e6,
                100 * runDelayShare);
        return new Trial(keptUp, latencies, runDelayShare, heap);
    }

    private static long heapAfterCollection() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static String millions(double rate) {
        return String.format(Locale.ROOT, "%.2f M/s", rate / 1e6);
    }
}
