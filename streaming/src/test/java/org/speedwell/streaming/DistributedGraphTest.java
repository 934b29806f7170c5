package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.engine.Frame;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Tests the parts of a job that is distributed over processes. All parts run here on one thread, so the test decides
 * when each part works.
 */
@Timeout(120)
@Tag("unit")
class DistributedGraphTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    /**
     * Places the window after partial totals. The window must learn that a source is awake before the watermark of that
     * source rises.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void windowWaitsForWokenSource(int count) {
        Given a = new Given();
        Given b = new Given();
        Collected<WindowResult<Long, Long>> results = new Collected<>();
        Parts parts = new Parts(windows(a, b).to(results), count);

        a.give(10L);
        parts.workWithout(); // until source A is idle
        a.give(17L);
        parts.workOnce(0); // nothing polls source A, so it is not idle
        parts.workWithout(0);
        b.give(50L);
        parts.workWithout(0);
        a.give(25L);
        parts.workOnce(0);
        parts.workWithout(0);
        assertThat(results.events()).containsExactly(new WindowResult<>(0L, 10, 20, 2L, false));

        a.stop();
        b.stop();
        parts.workWithout();
        assertThat(results.events()).extracting(WindowResult::value).containsExactly(2L, 1L, 1L);
        assertThat(parts.spread.metrics().late()).isZero();
    }

    private static Events<WindowResult<Long, Long>> windows(Given a, Given b) {
        return Events.from(a, TIMES.idleAfter(AT_ONCE))
                .merge(Events.from(b, TIMES))
                .keyLong(number -> 0)
                .window(Window.tumbling(Duration.ofMillis(10)))
                .aggregate(Aggregates.count());
    }

    /** Verifies that sinks save nothing about their senders, which may be in another place after a restart. */
    @Test
    void idleSourceDoesNotDelaySinkAfterRestart() throws IOException, ClassNotFoundException {
        Given a = new Given();
        Given b = new Given();
        Parts before = new Parts(merged(a, b), 1);
        a.give(10L);
        b.give(20L);
        before.workWithout();
        assertThat(before.spread.metrics().watermark()).isEqualTo(20);
        List<byte[]> saved = before.save();

        Given otherB = new Given();
        Parts after = new Parts(merged(new Given(), otherB), 1);
        after.restore(saved);
        otherB.give(30L);
        after.workWithout();
        assertThat(after.spread.metrics().watermark()).isEqualTo(30);
    }

    private static Pipeline merged(Given a, Given b) {
        return Events.from(a, TIMES.idleAfter(AT_ONCE))
                .merge(Events.from(b, TIMES))
                .to(Sink.of(event -> {}));
    }

    /** Verifies that operations report their watermark to a sink even if no event arrives. */
    @Test
    void sinkKnowsWatermarkAfterRestart() throws IOException, ClassNotFoundException {
        Given a = new Given();
        Given b = new Given();
        Parts before = new Parts(windows(a, b).to(Sink.of(result -> {})), 2);
        a.give(10L);
        b.give(20L);
        before.workWithout();
        assertThat(before.spread.metrics().watermark()).isEqualTo(20);
        List<byte[]> saved = before.save();

        Parts after = new Parts(windows(new Given(), new Given()).to(Sink.of(result -> {})), 2);
        after.restore(saved);
        after.workWithout();
        assertThat(after.spread.metrics().watermark()).isEqualTo(20);
    }

    /** All parts of a job. */
    private static final class Parts {
        /**
         * The number of rounds without progress before the test stops. They take longer than a source needs to become
         * idle.
         */
        private static final int ROUNDS = 100;

        /** The time for which a source that was empty rests. */
        private static final long REST_NANOS = 25_000;

        private static final ObjectInputFilter ANY = _ -> ObjectInputFilter.Status.UNDECIDED;

        private final DistributedGraph spread;
        private final List<List<DistributedPart>> parts = new ArrayList<>();

        private Parts(Pipeline pipeline, int count) {
            spread = new DistributedGraph(pipeline, JobOptions.DEFAULT, count, true, ANY);
            for (DistributedGraph.Stage stage : spread.stages()) {
                List<DistributedPart> ofStage = new ArrayList<>();
                if (stage.kind() == DistributedGraph.Kind.SINK) {
                    ofStage.add(spread.sink(
                            stage.number(),
                            "process",
                            stage.inputs().stream()
                                    .<IntPredicate>map(input -> _ -> true)
                                    .toList()));
                } else {
                    for (int part = 0; part < stage.parts(); part++) {
                        ofStage.add(spread.part(stage.number(), part));
                    }
                }
                parts.add(ofStage);
            }
        }

        /** Runs all stages except the given ones until none makes progress. */
        private void workWithout(Integer... stages) {
            for (int quiet = 0; quiet < ROUNDS; quiet++) {
                for (int stage = 0; stage < parts.size(); stage++) {
                    if (!List.of(stages).contains(stage) && workOnce(stage)) {
                        quiet = 0;
                    }
                }
                long rested = System.nanoTime() + REST_NANOS;
                while (System.nanoTime() < rested) {
                    Thread.onSpinWait();
                }
            }
        }

        private boolean workOnce(int stage) {
            boolean progress = false;
            for (DistributedPart part : parts.get(stage)) {
                progress |= !part.isDone() && part.call();
                for (Frame frame = part.peek(); frame != null; frame = part.peek()) {
                    give(stage, part.exit(), frame);
                    part.remove();
                }
            }
            return progress;
        }

        private void give(int from, int exit, Frame frame) {
            for (DistributedGraph.Stage to : spread.stages()) {
                for (int input = 0; input < to.inputs().size(); input++) {
                    DistributedGraph.Input along = to.inputs().get(input);
                    if (along.from() == from && along.exit() == exit) {
                        boolean isSink = to.kind() == DistributedGraph.Kind.SINK;
                        parts.get(to.number())
                                .get(isSink ? 0 : frame.receiver())
                                .take(input, frame);
                    }
                }
            }
        }

        private List<byte[]> save() throws IOException {
            List<byte[]> saved = new ArrayList<>();
            for (List<DistributedPart> ofStage : parts) {
                for (DistributedPart part : ofStage) {
                    while (!part.settle()) {
                        Thread.onSpinWait();
                    }
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                        part.save(out);
                    }
                    saved.add(bytes.toByteArray());
                }
            }
            return saved;
        }

        private void restore(List<byte[]> saved) throws IOException, ClassNotFoundException {
            int next = 0;
            for (DistributedGraph.Stage stage : spread.stages()) {
                for (DistributedPart part : parts.get(stage.number())) {
                    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(saved.get(next++)));
                    if (stage.kind() == DistributedGraph.Kind.SINK) {
                        part.restoreSink(in, true, false);
                    } else {
                        part.restore(in);
                    }
                }
            }
        }
    }

    /** A source of the events that the test passes to {@link #give}. */
    private static final class Given implements ReplayableSource<Long> {
        private final ConcurrentLinkedQueue<Long> events = new ConcurrentLinkedQueue<>();
        private boolean stopped;

        private void give(Long event) {
            events.add(event);
        }

        @Override
        public @Nullable Long poll() {
            return events.poll();
        }

        @Override
        public boolean isExhausted() {
            return stopped && events.isEmpty();
        }

        @Override
        public void stop() {
            stopped = true;
        }

        @Override
        public Long position() {
            return 0L;
        }

        @Override
        public void seek(Serializable position) {}
    }
}
