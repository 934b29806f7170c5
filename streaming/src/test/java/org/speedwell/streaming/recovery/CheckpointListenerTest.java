package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.window.Window;

/** Tests that sources and sinks learn of durable checkpoints: never early, and always at the end. */
@Timeout(60)
@Tag("fault")
class CheckpointListenerTest {
    private static final int EVENTS = 100_000;
    private static final int KEYS = 7;

    @TempDir
    private Path folder;

    /** A sink that publishes its events when they are safe, as a transaction does. */
    private static final class Publishing implements Sink<Long>, CheckpointListener {
        private final List<Long> published;
        private final int bound;
        private int most;
        private List<Long> pending = new ArrayList<>();
        private List<Long> saved = new ArrayList<>();
        private final ConcurrentLinkedQueue<String> calls = new ConcurrentLinkedQueue<>();

        private Publishing(List<Long> published) {
            this(published, Integer.MAX_VALUE);
        }

        /** Creates a sink that needs a checkpoint for more events than {@code bound}. */
        private Publishing(List<Long> published, int bound) {
            this.published = published;
            this.bound = bound;
        }

        @Override
        public void begin(String job, String part, boolean takesCheckpoints) {
            calls.add(job + " " + part + " " + takesCheckpoints);
        }

        @Override
        public void accept(Long event, long time) {
            pending.add(event);
            most = Math.max(most, pending.size());
        }

        @Override
        public boolean needsCheckpoint() {
            return pending.size() > bound;
        }

        @Override
        public void save(ObjectOutput out) throws IOException {
            saved.addAll(pending); // also those of a checkpoint that failed
            pending = new ArrayList<>();
            out.writeObject(new ArrayList<>(saved));
        }

        @Override
        @SuppressWarnings("unchecked") // as saved
        public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
            saved = (List<Long>) in.readObject();
            saved.removeIf(event -> event < published.size()); // events are numbers in order
        }

        @Override
        public void checkpointed() {
            calls.add("checkpointed");
            published.addAll(saved);
            saved = new ArrayList<>();
        }
    }

    /** A source that records the positions that are safe. */
    private static final class Committing extends Numbers implements CheckpointListener {
        private volatile long committed;
        private long saved;

        private Committing(long count) {
            super(0, 1, count, Double.MAX_VALUE);
        }

        @Override
        public Long position() {
            saved = super.position();
            return saved;
        }

        @Override
        public void checkpointed() {
            assertThat(saved).isGreaterThanOrEqualTo(committed);
            committed = saved;
        }
    }

    private Job start(Engine engine, Committing source, Publishing sink, Duration interval) {
        return engine.start(
                Events.from(source, EventTime.of(Long::longValue)).to("out", sink),
                JobOptions.DEFAULT.named("listening").withCheckpoints(folder, interval));
    }

    @Test
    void lastCallComesBeforeTheJobCompletes() throws InterruptedException {
        List<Long> published = new ArrayList<>();
        Publishing sink = new Publishing(published);
        Committing source = new Committing(EVENTS);
        try (Engine engine = new Engine(2)) {
            assertThat(start(engine, source, sink, Duration.ofDays(1)).await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(published).hasSize(EVENTS).doesNotHaveDuplicates();
        assertThat(sink.calls).first().isEqualTo("listening out true");
        assertThat(source.committed).isEqualTo(EVENTS);
    }

    @Test
    void jobWithoutCheckpointsAnnouncesNothing() throws InterruptedException {
        Publishing sink = new Publishing(new ArrayList<>());
        try (Engine engine = new Engine(1)) {
            engine.start(Events.from(new Committing(EVENTS), EventTime.of(Long::longValue))
                            .to("out", sink))
                    .await();
        }
        assertThat(sink.calls).hasSize(1).first().asString().endsWith("false");
    }

    /** Verifies over many cancelled runs that each event is published exactly once. */
    @Test
    void eachEventIsPublishedOnce() throws InterruptedException {
        long seed = Long.getLong("speedwell.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Long> published = new ArrayList<>();
        for (int run = 0; run < 20; run++) {
            try (Engine engine = new Engine(1 + random.nextInt(3))) {
                Job job =
                        start(engine, new Committing(Long.MAX_VALUE), new Publishing(published), Duration.ofMillis(1));
                long events = 1 + random.nextInt(EVENTS);
                Awaitility.await()
                        .until(() -> job.metrics().events() >= events
                                && job.metrics().checkpoints().written() > 0);
                job.cancel();
                job.await();
            }
        }
        for (int i = 0; i < published.size(); i++) {
            assertThat(published.get(i)).as("seed " + seed).isEqualTo(i);
        }
        assertThat(published.size()).isPositive();
    }

    /** Verifies over random jobs that full sinks get their checkpoints, although the interval never ends. */
    @RepeatedTest(5)
    void fullSinkGetsACheckpoint() throws InterruptedException {
        long seed = Long.getLong("speedwell.seed", System.nanoTime());
        Random random = new Random(seed);
        int bound = 500 + random.nextInt(2_000);
        Publishing all = new Publishing(new ArrayList<>(), bound);
        Publishing sums = new Publishing(new ArrayList<>(), bound);
        Events<Long> events = Events.from(new Committing(EVENTS), EventTime.of(Long::longValue));
        Pipeline pipeline = events.to("all", all)
                .and(events.keyLong(number -> number % KEYS)
                        .window(Window.tumbling(Duration.ofMillis(100)))
                        .aggregate(Aggregates.count())
                        .flatMap(count -> Stream.of(count.value(), count.value(), count.value()))
                        .to("sums", sums));
        try (Engine engine = new Engine(1 + random.nextInt(3))) {
            Job job = engine.start(pipeline, JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1)));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(all.published)
                .as("seed " + seed)
                .isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(sums.published.stream().mapToLong(Long::longValue).sum())
                .as("seed " + seed)
                .isEqualTo(3L * EVENTS);
        // a few batches are on their way when the sink is full
        assertThat(all.most).as("seed " + seed).isLessThan(bound + 16 * Batch.FULL);
    }

    /** Verifies that a full sink receives more events if the checkpoint fails. The next barrier is behind them. */
    @Test
    void failedCheckpointDoesNotBlockAFullSink() throws Exception {
        Path unwritable = Files.createDirectory(folder.resolve("unfinished"));
        Path content = Files.createFile(unwritable.resolve("content")); // the checkpointer deletes an empty folder
        Publishing sink = new Publishing(new ArrayList<>(), 100);
        try (Engine engine = new Engine(2)) {
            Job job = start(engine, new Committing(EVENTS), sink, Duration.ofMillis(20));
            Awaitility.await().until(() -> job.metrics().checkpoints().failed() > 2);
            Files.delete(content);
            Files.deleteIfExists(unwritable);
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(sink.published).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
    }
}
