package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/** Verifies that a job can always end and never harms another job, whatever the application's code does. */
@Timeout(180)
@Tag("fault")
class SupervisionTest {
    private static final EventTime<Long> TIMES = EventTime.of(Long::longValue);
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final JobOptions HASTY = JobOptions.DEFAULT.withGrace(Duration.ofMillis(100));

    @TempDir
    private Path folder;

    /** Blocks more sinks than there are permits for blocking work, on an engine with only one thread. */
    @Test
    void sinksThatBlockForEverDoNotDelayOtherJobs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(25);
        try (Engine engine = new Engine(1)) {
            List<Job> jobs = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                jobs.add(engine.start(numbers(10).to(new Stuck(never, blocked, i % 2 == 0)), HASTY));
            }
            blocked.await();
            assertOthersRun(engine);
            jobs.forEach(Job::cancel);
            assertOthersRun(engine);
            for (Job job : jobs) {
                assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
            }
        } finally {
            never.countDown();
        }
    }

    /** A sink whose write blocks for ever. It may also ignore interrupts. */
    private static final class Stuck extends BlockingSink<Long> {
        private final CountDownLatch never;
        private final CountDownLatch blocked;
        private final boolean ignoresInterrupts;

        private Stuck(CountDownLatch never, CountDownLatch blocked, boolean ignoresInterrupts) {
            super(1);
            this.never = never;
            this.blocked = blocked;
            this.ignoresInterrupts = ignoresInterrupts;
        }

        @Override
        protected void write(List<Long> rows) throws InterruptedException {
            blocked.countDown();
            if (ignoresInterrupts) {
                awaitUninterruptibly(never);
            } else {
                never.await();
            }
        }
    }

    @Test
    void sinkThatNeverClosesDoesNotDelayOtherJobs() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(numbers(10).to(closing(() -> awaitUninterruptibly(never))), HASTY);
            assertOthersRun(engine);
            job.cancel();
            assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
        } finally {
            never.countDown();
        }
    }

    /** Verifies that a job that completes waits for the close of its sink, without a time limit. */
    @Test
    void completionWaitsForSlowClose() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    numbers(10).to(closing(() -> {
                        closing.countDown();
                        awaitUninterruptibly(go);
                    })),
                    JobOptions.DEFAULT.withGrace(Duration.ZERO));
            closing.await();
            assertThat(job.status()).isEqualTo(Job.Status.RUNNING);
            go.countDown();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    @Test
    void failedCloseFailsOnlyItsJob() throws Exception {
        try (Engine engine = new Engine(1)) {
            for (boolean ofSource : new boolean[] {true, false}) {
                Error error = new AssertionError("on purpose");
                Runnable close = () -> {
                    throw error;
                };
                Events<Long> events = ofSource ? Events.from(closingSource(close), TIMES) : numbers(10);
                Job job = engine.start(events.to(closing(ofSource ? () -> {} : close)));
                assertThatThrownBy(job::await)
                        .isInstanceOf(JobException.class)
                        .hasCause(error)
                        .hasMessageContaining(ofSource ? "closing source 1" : "closing the sink");
                assertOthersRun(engine);
            }
        }
    }

    /** Blocks the thread of a function. The job ends without it. */
    @Test
    void functionThatDoesNotReturnDoesNotBlockCancel() throws Exception {
        CountDownLatch at = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    numbers(10).to(Sink.of(number -> {
                        at.countDown();
                        awaitUninterruptibly(never);
                    })),
                    HASTY);
            at.await();
            job.cancel();
            assertThat(job.await()).isEqualTo(Job.Status.CANCELLED);
            never.countDown();
            assertOthersRun(engine);
        }
    }

    /** Closes the engine from a function on an engine thread, from a blocking write, and from the closing of a sink. */
    @Test
    void engineCanBeClosedByItsJobs() throws Exception {
        for (int way = 0; way < 3; way++) {
            Engine engine = new Engine(2);
            Job other = engine.start(Events.from(new PushSource<Long>(1), TIMES).to(Sink.of(number -> {})));
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Runnable close = () -> {
                try {
                    engine.close();
                } catch (Throwable e) {
                    thrown.set(e);
                }
            };
            Job job = engine.start(
                    switch (way) {
                        case 0 -> numbers(10).to(Sink.of(number -> close.run()));
                        case 1 -> numbers(10).to(writing(close));
                        default -> numbers(10).to(closing(close));
                    });
            job.await();
            assertThat(other.await()).isEqualTo(Job.Status.CANCELLED);
            assertThat(thrown).hasValue(null);
            engine.close();
        }
    }

    /** Interrupts an engine thread. Functions know their thread, so the application may do so at any time. */
    @Test
    void interruptedThreadContinues() throws Exception {
        try (Engine engine = new Engine(1)) {
            List<Thread> thread = new CopyOnWriteArrayList<>();
            engine.start(numbers(1).to(Sink.of(number -> thread.add(Thread.currentThread()))))
                    .await();
            for (int i = 0; i < 100; i++) {
                thread.getFirst().interrupt();
            }
            assertOthersRun(engine);
            assertThat(thread.getFirst().isAlive()).isTrue();
        }
    }

    @Test
    void errorsOfSourcesStopTheirJobs() {
        OutOfMemoryError error = new OutOfMemoryError("on purpose");
        try (Engine engine = new Engine(1)) {
            Job lines = engine.start(Events.from(Source.lines(folder, line -> 1L), TIMES) // not a file
                    .to(Sink.of(number -> {})));
            assertThatThrownBy(lines::await).isInstanceOf(JobException.class).hasMessageContaining("Reading");

            DataSource dataSource = proxy(DataSource.class, call -> {
                throw error;
            });
            Job rows = engine.start(
                    Events.from(new JdbcSource<>(dataSource, "t", "id", Duration.ofDays(1), row -> 1L), TIMES)
                            .to(Sink.of(number -> {})));
            assertThatThrownBy(rows::await)
                    .isInstanceOf(JobException.class)
                    .hasRootCause(error)
                    .hasMessageContaining("Reading table t by column id failed");
        }
    }

    /** Verifies that a job cannot skip an error in a row, unlike an exception. */
    @Test
    void errorOfRowMapperStopsJob() {
        StackOverflowError error = new StackOverflowError("on purpose");
        AtomicLong row = new AtomicLong();
        DataSource dataSource = proxy(
                DataSource.class,
                call -> proxy(
                        Connection.class,
                        ofConnection -> !ofConnection.equals("prepareStatement")
                                ? null
                                : proxy(
                                        PreparedStatement.class,
                                        ofStatement -> !ofStatement.equals("executeQuery")
                                                ? null
                                                : proxy(ResultSet.class, ofResult -> switch (ofResult) {
                                                    case "next" -> true;
                                                    case "getLong" -> row.incrementAndGet();
                                                    default -> null;
                                                }))));
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    Events.from(
                                    new JdbcSource<Long>(dataSource, "t", "id", Duration.ofDays(1), found -> {
                                        if (row.get() == 5) {
                                            throw error;
                                        }
                                        return row.get();
                                    }),
                                    TIMES)
                            .to(Sink.of(number -> {})),
                    JobOptions.DEFAULT.skippingFailures(true));
            assertThatThrownBy(job::await).isInstanceOf(JobException.class).hasRootCause(error);
        }
    }

    /** Verifies that the garbage collector can free the parts of a job while the application holds the job. */
    @Test
    void finishedJobReleasesItsParts() throws Exception {
        try (Engine engine = new Engine(1)) {
            List<WeakReference<Object>> parts = new ArrayList<>();
            Job job = started(engine, parts);
            job.await();
            await().atMost(HANGS).until(() -> {
                System.gc();
                return parts.stream().allMatch(part -> part.get() == null);
            });
            assertThat(job.metrics().results()).isEqualTo(10);
            assertThat(job.status()).isEqualTo(Job.Status.COMPLETED);
        }
    }

    private Job started(Engine engine, List<WeakReference<Object>> parts) {
        byte[] state = new byte[1000];
        ReplayableSource<Long> source =
                Source.of(LongStream.range(0, 10).boxed().toList());
        Sink<Object> sink = new FileSink<>(folder.resolve("results"), result -> result + " " + state.length);
        parts.addAll(Set.of(new WeakReference<>(source), new WeakReference<>(sink), new WeakReference<>(state)));
        return engine.start(
                Events.from(source, TIMES)
                        .keyLong(number -> number)
                        .window(Window.tumbling(Duration.ofMillis(1)))
                        .aggregate(Aggregates.count())
                        .to(sink),
                JobOptions.DEFAULT.withCheckpoints(folder.resolve("checkpoints"), Duration.ofMillis(1)));
    }

    /**
     * Drains a job while it reads the bounded side of a join. The job joins the accepted events with the whole side.
     */
    @Test
    void drainReadsWholeBoundedSideOfJoin() throws Exception {
        PushSource<Long> side = new PushSource<>(100);
        PushSource<Long> numbers = new PushSource<>(100);
        List<String> results = new ArrayList<>();
        try (Engine engine = new Engine(2)) {
            Job job = engine.start(Events.from(numbers, TIMES)
                    .keyLong(number -> number % 2)
                    .hashJoin(Events.from(side, TIMES).keyLong(row -> row % 2), (number, rows) -> number + " " + rows)
                    .to(Sink.of(results::add)));
            numbers.push(1L);
            side.push(1L);
            job.drain();
            await().atMost(HANGS).until(() -> !numbers.offer(2L)); // the source has stopped
            side.push(3L);
            side.stop();
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
        }
        assertThat(results).contains("1 [1, 3]");
    }

    private void assertOthersRun(Engine engine) throws Exception {
        Path file = folder.resolve("others");
        Job other = engine.start(numbers(1000).to(new FileSink<>(file, Object::toString)));
        assertThat(other.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(Files.readAllLines(file)).hasSize(1000);
    }

    private static Events<Long> numbers(long count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), TIMES);
    }

    private static Sink<Long> closing(Runnable close) {
        return new Sink<>() {
            @Override
            public void accept(Long number, long time) {}

            @Override
            public void close() {
                close.run();
            }
        };
    }

    private static Sink<Long> writing(Runnable write) {
        return new BlockingSink<>(1) {
            @Override
            protected void write(List<Long> rows) {
                write.run();
            }
        };
    }

    private static Source<Long> closingSource(Runnable close) {
        return new Source<>() {
            @Override
            public @Nullable Long poll() {
                return null;
            }

            @Override
            public boolean isExhausted() {
                return true;
            }

            @Override
            public void stop() {}

            @Override
            public void close() {
                close.run();
            }
        };
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                latch.await();
                over = true;
            } catch (InterruptedException e) {
                // ignore it
            }
        }
    }

    @FunctionalInterface
    private interface Calls {
        @Nullable
        Object answer(String method);
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(java.lang.reflect.Proxy.newProxyInstance(
                SupervisionTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> calls.answer(method.getName());
                }));
    }
}
