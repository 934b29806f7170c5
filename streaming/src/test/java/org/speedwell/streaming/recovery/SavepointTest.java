package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.FileSink;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests jobs that continue on other numbers of threads, from savepoints, and with changed graphs. */
@Timeout(180)
@Tag("oracle")
@Tag("fault")
class SavepointTest {
    private static final Duration NEVER = Duration.ofDays(1);

    /** The number of events of a job, of which the runs before the last read only a part. */
    private static final long COUNT = 60_000;

    private static final double PER_SECOND = 10_000;

    @TempDir
    private Path folder;

    private JobOptions options(String checkpoints) {
        return JobOptions.DEFAULT.named("job").withCheckpoints(folder.resolve(checkpoints), NEVER);
    }

    /** Verifies the same results as an undisturbed run if each run has another number of threads. */
    @ParameterizedTest
    @ValueSource(strings = {"counts", "sides", "joins", "states", "colors", "paints", "forks"})
    void jobContinuesOnAnotherNumberOfThreads(String name) throws Exception {
        long seed = Long.getLong("speedwell.seed", System.nanoTime());
        Random random = new Random(seed);
        Path expected = Files.createDirectory(folder.resolve("expected")).resolve("results.txt");
        try (Engine engine = new Engine(1)) {
            engine.start(new Jobs(COUNT, Double.MAX_VALUE).toFile(name, expected))
                    .await();
        }
        Path file = Files.createDirectory(folder.resolve("actual")).resolve("results.txt");
        for (int run = 0; run < 8; run++) {
            try (Engine engine = new Engine(1 + random.nextInt(5))) {
                boolean isLast = run == 7;
                Job job = engine.start(
                        new Jobs(COUNT, isLast ? Double.MAX_VALUE : PER_SECOND).toFile(name, file), options("states"));
                if (isLast) {
                    assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
                } else {
                    long until = 1_000 + random.nextInt(2_000);
                    await().until(() -> job.metrics().events() > until || job.status() != Job.Status.RUNNING);
                    job.checkpoint();
                    job.cancel();
                    job.await();
                }
            }
        }
        assertThat(lines(file)).as("seed " + seed).isEqualTo(lines(expected));
    }

    private static List<String> lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.sorted().toList();
        }
    }

    /** A source of numbers that stops at a limit until a test raises it. */
    private static final class Limited extends Numbers {
        private volatile long limit;

        private Limited(long limit) {
            super(0, 1, 1_000, Double.MAX_VALUE);
            this.limit = limit;
        }

        @Override
        public @Nullable Long poll() {
            return position() < limit ? super.poll() : null;
        }
    }

    private static Events<Long> numbers(Limited source) {
        return Events.from(source, EventTime.<Long>of(Long::longValue)).named("numbers");
    }

    private static Events<String> counts(Events<Long> numbers) {
        return numbers.keyLong(number -> number % 3)
                .window(Window.tumbling(Duration.ofMillis(400)))
                .aggregate(Aggregates.count())
                .named("counts")
                .map(result -> result.key() + " " + result.start() + " " + result.value());
    }

    private Pipeline first(Limited source) {
        return counts(numbers(source)).to("file", new FileSink<>(folder.resolve("counts.txt"), line -> line));
    }

    /** Starts a job, lets it read a number of events, and returns it. */
    private Job started(Engine engine, Pipeline pipeline, JobOptions options, long events) {
        Job job = engine.start(pipeline, options);
        await().until(() -> job.metrics().events() == events);
        return job;
    }

    private Path savepoint(Function<Limited, Pipeline> pipeline) throws InterruptedException {
        try (Engine engine = new Engine(2)) {
            Job job = started(engine, pipeline.apply(new Limited(500)), options("first"), 500);
            Path file = job.savepoint("before");
            job.cancel();
            job.await();
            return file;
        }
    }

    private void complete(Function<Limited, Pipeline> pipeline, JobOptions options) throws InterruptedException {
        try (Engine engine = new Engine(3)) {
            assertThat(engine.start(pipeline.apply(new Limited(1_000)), options).await())
                    .isEqualTo(Job.Status.COMPLETED);
        }
    }

    @Test
    void savepointSurvivesItsJobAndStartsOthers() throws Exception {
        Path savepoint;
        try (Engine engine = new Engine(2)) {
            Limited source = new Limited(500);
            Job job = started(engine, first(source), options("first"), 500);
            savepoint = job.savepoint("half-1");
            assertThat(savepoint).isEqualTo(folder.resolve("first/savepoint-half-1"));
            assertThatThrownBy(() -> job.savepoint("half-1"))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("exists. Use another name");
            assertThatThrownBy(() -> job.savepoint("../half"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("letters, digits");
            source.limit = 1_000;
            assertThat(job.await()).isEqualTo(Job.Status.COMPLETED);
            assertThatThrownBy(() -> job.savepoint("late")).isInstanceOf(CheckpointException.class);
        }
        List<String> expected = lines(folder.resolve("counts.txt"));
        assertThat(expected).hasSize(9);
        assertThat(savepoint).exists();

        // The sink returns its file to its length at the savepoint.
        complete(this::first, options("other").startingFrom(savepoint));
        assertThat(lines(folder.resolve("counts.txt"))).isEqualTo(expected);
    }

    @Test
    void checkpointOfFolderPrecedesSavepoint() throws Exception {
        Path savepoint = savepoint(this::first);
        JobOptions options = options("second").startingFrom(savepoint);
        try (Engine engine = new Engine(1)) {
            Job job = started(engine, first(new Limited(700)), options, 200);
            job.checkpoint();
            job.cancel();
            job.await();
            Job again = started(engine, first(new Limited(700)), options, 0);
            assertThat(again.metrics().checkpoints().newest()).isEqualTo(2);
            again.cancel();
            again.await();
        }
    }

    /** Returns a pipeline that keeps the counts, adds sums and another sink, and has another filter. */
    private Pipeline changed(Limited source) {
        Events<Long> numbers = numbers(source).filter(number -> true);
        Events<WindowResult<Long, Long>> sums = numbers.window(Window.tumbling(Duration.ofMillis(500)))
                .aggregate(Aggregates.sum(number -> number))
                .named("sums");
        return counts(numbers)
                .filter(line -> true)
                .to("file", new FileSink<>(folder.resolve("counts.txt"), line -> line))
                .and(sums.to("sums file", new FileSink<>(folder.resolve("sums.txt"), result -> "" + result.value())));
    }

    @Test
    void changedGraphKeepsStateOfPartsWithSameNames() throws Exception {
        Path savepoint = savepoint(this::first);
        complete(this::changed, options("second").startingFrom(savepoint).matchingByName());

        assertThat(lines(folder.resolve("counts.txt")))
                .isEqualTo(Stream.of(
                                "0 0 134",
                                "1 0 133",
                                "2 0 133",
                                "0 400 133",
                                "1 400 134",
                                "2 400 133",
                                "0 800 67",
                                "1 800 66",
                                "2 800 67")
                        .sorted()
                        .toList());
        // The sums begin without state, behind the 500 numbers that the source has already given.
        assertThat(lines(folder.resolve("sums.txt"))).containsExactly("" + (500L + 999) * 500 / 2);
    }

    @Test
    void partsThatAreGoneLoseTheirState() throws Exception {
        Path savepoint = savepoint(this::changed);
        complete(this::first, options("second").startingFrom(savepoint).matchingByName());

        assertThat(lines(folder.resolve("counts.txt"))).hasSize(9);
    }

    @Test
    void changeIsRefusedWithTheRemedy() throws Exception {
        Path savepoint = savepoint(this::first);

        assertRefused(this::changed, options("a").startingFrom(savepoint), "JobOptions.matchingByName");
        assertRefused(
                source -> numbers(source)
                        .keyLong(number -> number)
                        .mapStateful(StatefulMap.<Long, Long, long[], String>of(
                                () -> new long[1], (state, number, time, results) -> {}))
                        .named("counts")
                        .to("file", new FileSink<>(folder.resolve("counts.txt"), line -> line)),
                options("b").startingFrom(savepoint).matchingByName(),
                "The part \"counts\" cannot take its state",
                "Give the new part another name");
        Path damaged = folder.resolve("damaged");
        Files.write(damaged, new byte[100]);
        assertRefused(this::first, options("c").startingFrom(damaged), "cannot start from savepoint " + damaged);
        assertRefused(this::first, options("d").startingFrom(folder.resolve("none")), "cannot start from savepoint");
        assertThatThrownBy(JobOptions.DEFAULT::matchingByName)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withCheckpoints");
        assertThatThrownBy(() -> JobOptions.DEFAULT.startingFrom(savepoint))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("withCheckpoints");
    }

    @Test
    void partsWithoutNamesOfTheirOwnAreNotGuessed() throws Exception {
        Function<Limited, Pipeline> unnamed = source -> Events.from(source, EventTime.<Long>of(Long::longValue))
                .keyLong(number -> number % 3)
                .window(Window.tumbling(Duration.ofMillis(400)))
                .aggregate(Aggregates.count())
                .to(new FileSink<>(folder.resolve("counts.txt"), Object::toString));
        Path savepoint = savepoint(unnamed);

        assertRefused(
                this::changed,
                options("second").startingFrom(savepoint).matchingByName(),
                "parts without names of their own",
                "Sliding[size=400, slide=400] (operation 2)");
    }

    private void assertRefused(Function<Limited, Pipeline> pipeline, JobOptions options, String... texts) {
        try (Engine engine = new Engine(1)) {
            assertThatThrownBy(() -> engine.start(pipeline.apply(new Limited(1_000)), options))
                    .isInstanceOf(CheckpointException.class)
                    .satisfies(thrown -> assertThat(thrown.getMessage()).contains(texts));
        }
    }
}
