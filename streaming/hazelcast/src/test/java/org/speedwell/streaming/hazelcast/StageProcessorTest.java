package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.jet.core.Outbox;
import java.io.ObjectInputFilter;
import java.net.UnknownHostException;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.engine.Batch;

@Tag("unit")
class StageProcessorTest {
    private static final int CALLS = 100_000;
    private static final long REST_NANOS = 25_000;

    /** Calls the processor without a pause. Without the rest, it would read the source in each call. */
    @Test
    void emptySourceRests() throws UnknownHostException {
        Empty source = new Empty();
        StageProcessor processor = processor(source);
        long begin = System.nanoTime();

        for (int i = 0; i < CALLS; i++) {
            assertThat(processor.complete()).isFalse();
        }

        long passed = System.nanoTime() - begin;
        assertThat(source.polls).isPositive().isLessThanOrEqualTo(passed / REST_NANOS + 2);
    }

    @Test
    void sourceWithEventsDoesNotRest() throws UnknownHostException {
        Empty source = new Empty();
        source.left = CALLS;
        StageProcessor processor = processor(source);

        int calls = 0;
        for (; source.left > 0; calls++) {
            assertThat(processor.complete()).isFalse();
        }

        assertThat(calls).isLessThanOrEqualTo(CALLS / Batch.FULL + 1);
    }

    @NullUnmarked // the processor does not use its context
    private static StageProcessor processor(Source<Long> source) throws UnknownHostException {
        DistributedGraph job = new DistributedGraph(
                Events.from(source, EventTime.of(Long::longValue)).to(Sink.of(event -> {})),
                JobOptions.DEFAULT,
                1,
                false,
                _ -> ObjectInputFilter.Status.UNDECIDED);
        StageProcessor processor = new StageProcessor(
                Map.of(0, job.part(0, 0)),
                new int[] {1},
                new boolean[] {true},
                new Placement(Map.of(new Address("127.0.0.1", 5701), new int[] {0}), 1),
                new Snapshot(_ -> ObjectInputFilter.Status.UNDECIDED, (part, state) -> {}),
                Map.of());
        processor.init(new Dropping(), null);
        return processor;
    }

    /** A source that never ends. It counts its polls. */
    private static final class Empty implements Source<Long> {
        private long polls;
        private int left;

        @Override
        public @Nullable Long poll() {
            polls++;
            return left > 0 ? (long) left-- : null;
        }

        @Override
        public boolean isExhausted() {
            return false;
        }

        @Override
        public void stop() {}
    }

    /** An outbox that accepts everything. */
    private static final class Dropping implements Outbox {
        @Override
        public int bucketCount() {
            return 1;
        }

        @Override
        public boolean offer(int ordinal, Object item) {
            return true;
        }

        @Override
        public boolean offer(int[] ordinals, Object item) {
            return true;
        }

        @Override
        public boolean offerToSnapshot(Object key, Object value) {
            return true;
        }

        @Override
        public boolean hasUnfinishedItem() {
            return false;
        }
    }
}
