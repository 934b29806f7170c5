package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Progress;
import org.speedwell.streaming.engine.Worker;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;

/** Verifies that views, jobs and threads report failures together with their cause. */
@Tag("fault")
class FailureTest {
    private static final Engine ENGINE = new Engine(2);
    private static final Duration HANGS = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    /** A row of a view. */
    public record Row(long number) {}

    /** A part of a state that is not serialisable. */
    private record Product(String name) {}

    /** The state of a window. */
    private record Order(Object product) implements Serializable {}

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void viewReportsFailureOfItsJob() throws InterruptedException {
        View<Row> view = new View<>(schema(new AtomicBoolean()));
        PushSource<Long> source = new PushSource<>(10);
        Job job = ENGINE.start(Events.from(source, EventTime.of(Long::longValue))
                .map(number -> new Row(number * (5 - number) / (5 - number)))
                .to(view));
        source.push(1L);
        source.push(2L);
        await().atMost(HANGS).until(() -> view.stream().toList().size() == 1);
        assertThat(view.failure()).isEmpty();

        source.push(5L);

        assertThatThrownBy(job::await).isInstanceOf(JobException.class).hasMessageContaining("failed on 5");
        assertThat(view.failure()).get().isInstanceOf(JobException.class);
        assertThat(view.stream()).containsExactly(new Row(1));

        Job next = ENGINE.start(Events.from(Source.of(List.of(7L)), EventTime.of(Long::longValue))
                .map(Row::new)
                .to(view));
        assertThat(next.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(view.failure()).isEmpty();
    }

    @Test
    void viewWithoutMemoryFailsItsJobWithoutFurtherEvents() throws InterruptedException {
        AtomicBoolean isFull = new AtomicBoolean(true);
        View<Row> view = new View<>(schema(isFull));
        PushSource<Long> source = new PushSource<>(10);
        Job job = ENGINE.start(
                Events.from(source, EventTime.of(Long::longValue)).map(Row::new).to(view));
        source.push(1L);
        source.push(2L); // completes the rows of the first; no event follows

        await().atMost(HANGS).until(() -> job.status() == Job.Status.FAILED);

        assertThatThrownBy(job::await).hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(view.failure()).get().asString().contains("could not convert its rows to columns: no memory");
    }

    private static TableSchema<Row> schema(AtomicBoolean isFull) {
        TableSchema<Row> schema = TableSchema.ofRecord(Row.class);
        schema.longField("number", row -> {
            if (isFull.get()) {
                throw new OutOfMemoryError("no memory");
            }
            return row.number;
        });
        return schema;
    }

    @Test
    void interruptedStartDoesNotBlameCheckpoint() throws InterruptedException {
        JobOptions options = JobOptions.DEFAULT.named("interrupted").withCheckpoints(folder, Duration.ofDays(1));
        Job first = ENGINE.start(endless(), options);
        first.checkpoint();
        first.cancel();
        first.await();

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ENGINE.start(endless(), options))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("interrupt")
                .hasMessageContaining("not damaged");
        assertThat(Thread.interrupted()).as("the flag stays").isTrue();

        Job again = ENGINE.start(endless(), options);
        again.cancel();
        assertThat(again.await()).isEqualTo(Job.Status.CANCELLED);
    }

    private static Pipeline endless() {
        return Events.from(
                        Source.rate(Instant.now(), 1000, Long.MAX_VALUE, (number, time) -> number),
                        EventTime.of(Long::longValue))
                .to(Sink.of(number -> {}));
    }

    @Test
    void unserialisableStateIsNamedWithItsField() {
        Job job = ENGINE.start(
                Events.from(
                                Source.of(LongStream.iterate(0, i -> i + 1).boxed()::iterator),
                                EventTime.of(Long::longValue))
                        .keyLong(number -> number % 10)
                        .window(Window.tumbling(Duration.ofDays(10_000)))
                        .aggregate(Aggregate.<Long, Order[], Long>of(
                                () -> new Order[1],
                                (orders, number, time) -> orders[0] = new Order(new Product("p" + number)),
                                (orders, others) -> {},
                                null,
                                orders -> 1L))
                        .to(Sink.of(result -> {})),
                JobOptions.DEFAULT.named("unsuited").withCheckpoints(folder, Duration.ofMillis(1)));

        assertThatThrownBy(job::await)
                .hasMessageContaining("class " + Product.class.getName() + " is not Serializable (")
                .hasMessageContaining("Order[][0].product)");
    }

    /** An error whose text cannot be produced, as if there were no memory for it. */
    private static final class UnreportableError extends Error {
        @Override
        public String toString() {
            throw new OutOfMemoryError("no memory");
        }

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("no memory");
        }
    }

    @Test
    void threadSurvivesUnreportableError() {
        Worker worker = Worker.start("speedwell-streaming-test");
        AtomicBoolean called = new AtomicBoolean();
        AtomicInteger thrown = new AtomicInteger();
        worker.add(() -> {
            thrown.incrementAndGet();
            throw new UnreportableError();
        });
        worker.add(() -> {
            called.set(true);
            return Progress.DONE;
        });
        await().atMost(HANGS).untilTrue(called);
        called.set(false);
        worker.add(() -> {
            called.set(true);
            return Progress.DONE;
        });
        await().atMost(HANGS).untilTrue(called);
        assertThat(thrown).as("calls of what has thrown").hasValue(1);
        worker.close();
    }
}
