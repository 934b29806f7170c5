package org.speedwell.bench.streaming;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import java.time.Duration;
import java.time.Instant;

/** A source of Jet that emits one part of the feed. It is cooperative: it emits the due events and then yields. */
final class JetFeed<T> extends AbstractProcessor {
    private final EventTimeMapper<T> times;
    private final Feed feed = JetStreams.feed();
    private final Feed.Maker maker = feed.maker();
    private final boolean isByArrival = feed.isByArrival();
    private Traverser<Object> emitting = Traversers.empty();
    private long startNanos;
    private int part;
    private long next;

    JetFeed(EventTimePolicy<? super T> policy) {
        times = new EventTimeMapper<>(policy);
        times.addPartitions(1);
    }

    @Override
    protected void init(Context context) {
        part = context.localProcessorIndex();
        startNanos = System.nanoTime()
                + Duration.between(Instant.now(), Instant.ofEpochMilli(feed.start()))
                        .toNanos();
    }

    /** Emits the events that are due. Jet calls it repeatedly until it returns true after the last event. */
    @Override
    @SuppressWarnings("unchecked") // the scenario determines the type of the events
    public boolean complete() {
        double rate = feed.rateOfPart();
        long due = Math.min(feed.countOfPart(), (long) ((System.nanoTime() - startNanos) * rate / 1e9));
        while (emitFromTraverser(emitting)) {
            if (next >= due) {
                emitting = times.flatMapIdle();
                return emitFromTraverser(emitting) && next >= feed.countOfPart();
            }
            long time = feed.start() + (long) (next * 1000 / rate);
            long stamp = isByArrival ? feed.clock().millis() : time;
            emitting = times.flatMapEvent((T) maker.make(next * feed.parts() + part, time), 0, stamp);
            next++;
        }
        return false;
    }
}
