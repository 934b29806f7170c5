package org.speedwell.bench.scale;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** A job that counts the events of each key in tumbling windows. Each event is therefore in one result. */
public final class CountByKey implements JobDefinition {
    /** The number of windows per second. */
    static final int WINDOWS = 10;

    /** The number of keys of all members together. */
    static final int KEYS = 10_000;

    private static final LongAdder COUNTED = new LongAdder();

    /** The distance between keys whose latencies are recorded. Records of all keys would take processor time. */
    private static final int RECORDED = 64;

    private static final Histogram LATENCIES = new ConcurrentHistogram(3);

    record Tick(long key, long time) {}

    /**
     * Returns the arguments of the job.
     *
     * @param start the time at which the first event is due
     */
    static Map<String, String> arguments(Instant start, double eventsPerSecond, long events) {
        return Map.of("start", "" + start, "rate", "" + eventsPerSecond, "events", "" + events);
    }

    @Override
    public Pipeline define(Map<String, String> arguments) {
        return Events.from(
                        Source.rate(
                                Instant.parse(arguments.get("start")),
                                Double.parseDouble(arguments.get("rate")),
                                Long.parseLong(arguments.get("events")),
                                (number, time) -> new Tick(key(number), time)),
                        EventTime.of(Tick::time))
                .keyLong(Tick::key)
                .window(Window.tumbling(Duration.ofSeconds(1).dividedBy(WINDOWS)))
                .aggregate(Aggregates.count())
                .to(Sink.of(CountByKey::take));
    }

    private static void take(WindowResult<Long, Long> result) {
        COUNTED.add(result.value());
        if (result.key() % RECORDED == 0) {
            LATENCIES.recordValue(Math.max(0, System.currentTimeMillis() - result.end()));
        }
    }

    /**
     * Returns a key for an event number. Consecutive numbers get scattered keys, so that the events of each member
     * cover all keys evenly.
     */
    private static long key(long number) {
        return (number * 0x9E37_79B9_7F4A_7C15L >>> 32) * KEYS >>> 32;
    }

    /** Returns the latencies of results in this process, in milliseconds after the end of their window. */
    static Histogram latencies() {
        return LATENCIES.copy();
    }

    /** Returns the number of events in all results that this process has received. */
    static long counted() {
        return COUNTED.sum();
    }
}
