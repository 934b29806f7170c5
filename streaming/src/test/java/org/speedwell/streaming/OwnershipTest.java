package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;

/**
 * Verifies that a source or sink belongs to one job at a time. Otherwise each of two jobs would silently receive a part
 * of the events.
 */
@Timeout(120)
@Tag("unit")
class OwnershipTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);
    private static final List<Long> NUMBERS = LongStream.range(0, 1000).boxed().toList();

    private final Engine engine = new Engine(2);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void sourceBelongsToOneJobAtATime() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(10);
        Events<Long> events = Events.from(source, TIMES).filter(number -> number > 0);
        Job first = engine.start(events.to(Sink.of(number -> {})), JobOptions.DEFAULT.named("first"));

        try (Engine other = new Engine(1)) {
            assertThatThrownBy(() -> other.start(events.to(Sink.of(number -> {})), JobOptions.DEFAULT.named("second")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("A source (PushSource) is being read by the running job \"first\"")
                    .hasMessageContaining("job \"second\" cannot use it. Each would receive only some of its events");
        }
        source.push(7L);
        first.drain();
        assertThat(first.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(first.metrics().events()).isEqualTo(1);
        assertThatThrownBy(() -> engine.start(events.to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was read by a job that has ended");
    }

    @Test
    void consecutiveJobsReceiveAllEvents() throws InterruptedException {
        Events<Long> events = Events.from(Source.of(NUMBERS), TIMES);
        for (int i = 0; i < 2; i++) {
            List<Long> results = new ArrayList<>();
            assertThat(engine.start(events.to(Sink.of(results::add))).await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(results).isEqualTo(NUMBERS);
        }
    }

    /** Verifies that a refused job releases its other sources. */
    @Test
    void refusedJobReleasesItsSources() throws InterruptedException {
        PushSource<Long> taken = new PushSource<>(10);
        engine.start(Events.from(taken, TIMES).to(Sink.of(number -> {})));
        Events<Long> numbers = Events.from(Source.of(NUMBERS), TIMES);
        assertThatThrownBy(() ->
                        engine.start(numbers.merge(Events.from(taken, TIMES)).to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(engine.start(numbers.to(Sink.of(number -> {}))).await()).isEqualTo(Job.Status.COMPLETED);
    }

    @Test
    void sinkBelongsToOneJobAtATime(@TempDir Path folder) throws Exception {
        FileSink<Long> sink = new FileSink<>(folder.resolve("numbers"), String::valueOf);
        PushSource<Long> source = new PushSource<>(10);
        Job first = engine.start(Events.from(source, TIMES).to(sink));
        assertThatThrownBy(() ->
                        engine.start(Events.from(Source.of(NUMBERS), TIMES).to(sink)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("A sink (FileSink) is being written");
        source.push(7L);
        first.drain();
        first.await();

        assertThatThrownBy(() ->
                        engine.start(Events.from(Source.of(NUMBERS), TIMES).to(sink)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was written by a job that has ended");
        assertThat(Files.readAllLines(folder.resolve("numbers"))).containsExactly("7");
    }

    /** Verifies that the engine treats two sinks as distinct even if their class defines them as equal. */
    @Test
    void equalSinksAreDistinct() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            EqualSink sink = new EqualSink();
            Job job = engine.start(Events.from(Source.of(NUMBERS), TIMES).to(sink));
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(sink.written).isEqualTo(NUMBERS);
        }
    }

    private static final class EqualSink extends BlockingSink<Long> {
        private final List<Long> written = new ArrayList<>();

        EqualSink() {
            super(100);
        }

        @Override
        protected void write(List<Long> rows) {
            written.addAll(rows);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof EqualSink;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Starts two sink objects on the same file. */
    @Test
    void fileBelongsToOneSinkAtATime(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("numbers");
        PushSource<Long> source = new PushSource<>(10);
        Job first = engine.start(Events.from(source, TIMES).to(new FileSink<>(file, String::valueOf)));
        source.push(7L);
        while (!Files.exists(file) || Files.size(file) == 0) {
            Thread.onSpinWait();
        }
        Job second = engine.start(Events.from(Source.of(NUMBERS), TIMES).to(new FileSink<>(file, String::valueOf)));
        assertThatThrownBy(second::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("Another sink or process is writing the file");
        source.push(8L);
        first.drain();
        assertThat(first.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(Files.readAllLines(file)).containsExactly("7", "8");
    }

    @Test
    void viewServesConsecutiveJobs() throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        for (int i = 1; i <= 2; i++) {
            List<Load> loads = List.of(new Load(i, i, i));
            engine.start(Events.from(Source.of(loads), EventTime.of(Load::getEnd))
                            .to(view))
                    .await();
            assertThat(view.stream().toList()).isEqualTo(loads);
        }
    }

    /** Shares a lambda between jobs. A lambda without captured values is the same object at each evaluation. */
    @Test
    void statelessSinkMayBeShared() throws InterruptedException {
        Sink<Long> sink = (number, time) -> {};
        PushSource<Long> source = new PushSource<>(10);
        Job first = engine.start(Events.from(source, TIMES).to(sink));
        assertThat(engine.start(Events.from(Source.of(NUMBERS), TIMES).to(sink)).await())
                .isEqualTo(Job.Status.COMPLETED);
        first.cancel();
        first.await();
    }
}
