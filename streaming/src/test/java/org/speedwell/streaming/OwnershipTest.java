package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;

/** A source and a sink belong to one job at a time: two would each have a part of the events, without a word. */
@Timeout(120)
class OwnershipTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);
    private static final List<Long> NUMBERS = LongStream.range(0, 1000).boxed().toList();

    private final Engine engine = new Engine(2);

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void theSameEventsAreOfOneJobAtATime() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(10);
        Events<Long> events = Events.from(source, TIMES).filter(number -> number > 0);
        Job first = engine.start(events.to(Sink.of(number -> {})), JobOptions.DEFAULT.named("first"));

        try (Engine other = new Engine(1)) {
            assertThatThrownBy(() -> other.start(events.to(Sink.of(number -> {})), JobOptions.DEFAULT.named("second")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("A source (PushSource) is being read by a job named \"first\"")
                    .hasMessageContaining("this one, \"second\": each would get a part of its events");
        }
        source.push(7L);
        first.drain();
        assertThat(first.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(first.metrics().events()).isEqualTo(1);
        assertThatThrownBy(() -> engine.start(events.to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was read by a job that is over");
    }

    @Test
    void oneJobAfterTheOtherGetsAllEvents() throws InterruptedException {
        Events<Long> events = Events.from(Source.of(NUMBERS), TIMES);
        for (int i = 0; i < 2; i++) {
            List<Long> results = new ArrayList<>();
            assertThat(engine.start(events.to(Sink.of(results::add))).await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(results).isEqualTo(NUMBERS);
        }
    }

    /** A job that was refused leaves its other sources free. */
    @Test
    void aRefusedJobOwnsNothing() throws InterruptedException {
        PushSource<Long> taken = new PushSource<>(10);
        engine.start(Events.from(taken, TIMES).to(Sink.of(number -> {})));
        Events<Long> numbers = Events.from(Source.of(NUMBERS), TIMES);
        assertThatThrownBy(() ->
                        engine.start(numbers.merge(Events.from(taken, TIMES)).to(Sink.of(number -> {}))))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(engine.start(numbers.to(Sink.of(number -> {}))).await()).isEqualTo(Job.Status.COMPLETED);
    }

    @Test
    void aSinkIsOfOneJobAtATime(@TempDir Path folder) throws Exception {
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
                .hasMessageContaining("was written by a job that is over");
        assertThat(Files.readAllLines(folder.resolve("numbers"))).containsExactly("7");
    }

    /** A class of the user's may say that two sinks are equal; they are two none the less. */
    @Test
    void sinksThatAreEqualAreTwo() throws InterruptedException {
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

    /** Two sinks of one file, as two objects. */
    @Test
    void aFileIsOfOneSinkAtATime(@TempDir Path folder) throws Exception {
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
                .hasMessageContaining("is being written by another sink or process");
        source.push(8L);
        first.drain();
        assertThat(first.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(Files.readAllLines(file)).containsExactly("7", "8");
    }

    @Test
    void aViewServesOneJobAfterTheOther() throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        for (int i = 1; i <= 2; i++) {
            List<Load> loads = List.of(new Load(i, i, i));
            engine.start(Events.from(Source.of(loads), EventTime.of(Load::getEnd))
                            .to(view))
                    .await();
            assertThat(view.stream().toList()).isEqualTo(loads);
        }
    }

    /** A lambda that captures nothing is one object wherever it is evaluated again. */
    @Test
    void lambdasMayBeShared() throws InterruptedException {
        Sink<Long> sink = (number, time) -> {};
        PushSource<Long> source = new PushSource<>(10);
        Job first = engine.start(Events.from(source, TIMES).to(sink));
        assertThat(engine.start(Events.from(Source.of(NUMBERS), TIMES).to(sink)).await())
                .isEqualTo(Job.Status.COMPLETED);
        first.cancel();
        first.await();
    }
}
