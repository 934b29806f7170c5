package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutput;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.PushSource;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Foreign;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests checkpoints in normal operation and after failures. */
@Timeout(60)
@Tag("fault")
@Tag("forked")
class CheckpointTest {
    private static final Engine ENGINE = new Engine(2);
    private static final int CHECKPOINTS = Integer.getInteger("speedwell.checkpoints", 100);
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    private Path folder;

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    /** Verifies that a view continues with its rows, and that its next set is complete. */
    @Test
    void viewContinuesWithItsRows() throws InterruptedException {
        View<Load> before = new View<>(Load.SCHEMA);
        // There are 10 numbers per millisecond. The windows up to time 900 are closed, and the next window has only a
        // part of its events.
        Job first = ENGINE.start(loads(9_950, before), options());
        await(() -> first.metrics().events() == 9_950);
        first.checkpoint();
        first.cancel();
        assertThat(first.await()).isEqualTo(Job.Status.CANCELLED);

        View<Load> after = new View<>(Load.SCHEMA);
        Job second = ENGINE.start(loads(10_000, after), options());
        assertThat(after.stream().toList())
                .isNotEmpty()
                .isEqualTo(before.stream().toList());
        assertThat(second.metrics().checkpoints().newest()).isEqualTo(1);
        await(() -> second.metrics().events() == 50);
        second.cancel();
        second.await();

        View<Load> whole = new View<>(Load.SCHEMA);
        View<Load> resumed = new View<>(Load.SCHEMA);
        Job undisturbed = ENGINE.start(ending(loads(whole)));
        undisturbed.await();
        Job third = ENGINE.start(ending(loads(resumed)), options());
        assertThat(third.await()).isEqualTo(Job.Status.COMPLETED);
        assertThat(resumed.stream().toList()).isEqualTo(whole.stream().toList());
        assertThat(files()).as("a completed job leaves no checkpoints").isEmpty();
    }

    /** Returns the pipeline of a view over numbers. Its source stays open after {@code count} numbers. */
    private static Pipeline loads(long count, View<Load> view) {
        return loads(view).apply(new Numbers(0, 1, Long.MAX_VALUE, 0) {
            @Override
            public @Nullable Long poll() {
                return position() < count ? next() : null;
            }
        });
    }

    private interface Loads {
        Pipeline apply(org.speedwell.streaming.ReplayableSource<Long> source);
    }

    private static Pipeline ending(Loads loads) {
        return loads.apply(Source.of(LongStream.range(0, 10_000).boxed().toList()));
    }

    private static Loads loads(View<Load> view) {
        return source -> Events.from(source, EventTime.<Long>of(number -> number / 10))
                .keyLong(number -> number % 17)
                .window(Window.tumbling(Duration.ofMillis(100)))
                .aggregate(Aggregates.count())
                .map(result -> new Load(result.key(), result.end(), result.value()))
                .to(view);
    }

    @Test
    void truncatedCheckpointIsSkipped() throws Exception {
        writeTwoCheckpoints();
        List<Path> files = files();
        assertThat(files).hasSize(2);
        truncate(files.getLast());

        Job job = ENGINE.start(counting(new Numbers(0, 1, 1000, 1e9)), options());
        assertThat(job.metrics().checkpoints().newest()).isEqualTo(1);
        job.await();
    }

    @Test
    void jobDoesNotStartWithoutIntactCheckpoint() throws Exception {
        writeTwoCheckpoints();
        List<Path> files = files();
        truncate(files.getFirst());
        try (RandomAccessFile file = new RandomAccessFile(files.getLast().toFile(), "rw")) {
            file.seek(100);
            int old = file.read();
            file.seek(100);
            file.write(old ^ 1);
        }

        assertThatThrownBy(() -> ENGINE.start(counting(new Numbers(0, 1, 1000, 1e9)), options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("No checkpoint is intact")
                .hasMessageContaining("its checksum is wrong")
                .hasMessageContaining("it is cut off")
                .hasMessageContaining("empty the folder to start from the beginning");
        for (Path file : files) {
            Files.write(file, new byte[5]);
        }
        assertThatThrownBy(() -> ENGINE.start(counting(new Numbers(0, 1, 1000, 1e9)), options()))
                .hasMessageContaining("it has only 5 bytes");
    }

    @Test
    void checkpointOfAnotherPipelineIsRefused() throws Exception {
        writeTwoCheckpoints();
        Pipeline other = Events.from(new Numbers(0, 1, 1000, 1e9), EventTime.of(Long::longValue))
                .to(Sink.of(number -> {}));

        assertThatThrownBy(() -> ENGINE.start(other, options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("belongs to another pipeline")
                .hasMessageContaining("this pipeline has [sink from [1]: a function]");
    }

    @Test
    void twoJobsCannotShareAFolder() throws InterruptedException {
        Job job = ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options());
        assertThatThrownBy(() -> ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("in use by another job");
        job.cancel();
        job.await();
    }

    /** Verifies that a refused start keeps the lock, so that another process is refused too. */
    @Test
    void refusedJobDoesNotReleaseFolder() throws Exception {
        Job job = ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options());
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), folder.resolve("checkpoints"));
        for (Path same : List.of(folder.resolve("checkpoints"), alias)) {
            JobOptions taken = JobOptions.DEFAULT.withCheckpoints(same, NEVER);
            assertThatThrownBy(() -> ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), taken))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("in use by another job");
        }
        assertThat(startIntruder()).startsWith("refused").contains("in use by another job");
        job.cancel();
        job.await();
        assertThat(startIntruder()).isEqualTo("started");
    }

    private String startIntruder() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Intruder.class.getName(),
                        folder.resolve("checkpoints").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var lines = process.inputReader()) {
            return String.valueOf(lines.readLine());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Changes one part of the definition at a time. */
    @Test
    void changedDefinitionIsRefused() throws Exception {
        List<Pipeline> changed = List.of(
                defined(Aggregates.sum(Long::longValue), WINDOW, new View<>(Load.SCHEMA)),
                defined(
                        Aggregates.allOf(Aggregates.<Long>count(), Aggregates.<Long>count(), Long::sum),
                        WINDOW,
                        new View<>(Load.SCHEMA)),
                defined(Aggregates.count(), Window.tumbling(Duration.ofMillis(50)), new View<>(Load.SCHEMA)),
                defined(Aggregates.count(), WINDOW, new View<>(OTHER)),
                defined(Aggregates.count(), WINDOW, Sink.of(load -> {})),
                numbers()
                        .key(number -> number)
                        .window(WINDOW)
                        .aggregate(Aggregates.count())
                        .map(CheckpointTest::load)
                        .to(new View<>(Load.SCHEMA)));
        take(defined(Aggregates.count(), WINDOW, new View<>(Load.SCHEMA)));
        for (Pipeline each : changed) {
            assertThatThrownBy(() -> ENGINE.start(each, options()))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("The checkpoint belongs to another pipeline");
        }
        Job same = ENGINE.start(defined(Aggregates.count(), WINDOW, new View<>(Load.SCHEMA)), options());
        same.cancel();
        same.await();
    }

    @Test
    void minAndMaxAreDistinguished() throws Exception {
        take(defined(Aggregates.max(Long::compare), WINDOW, new View<>(Load.SCHEMA)));
        assertThatThrownBy(() -> ENGINE.start(
                        defined(Aggregates.min(Long::compare), WINDOW, new View<>(Load.SCHEMA)), options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining(": greatest in")
                .hasMessageContaining(": least in");
    }

    /** Starts a job with keys of another type. The job detects the type only when the first key arrives. */
    @Test
    void keysOfAnotherTypeAreRefused() throws Exception {
        take(keyed(number -> number));
        Job job = ENGINE.start(keyed(number -> "" + number), options());
        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("A key is of class java.lang.String, but the keys of the checkpoint are of class"
                        + " java.lang.Long");
    }

    private static Pipeline keyed(Function<Long, Object> key) {
        return numbers().key(key).window(WINDOW).aggregate(Aggregates.count()).to(Sink.of(result -> {}));
    }

    private static final Window WINDOW = Window.tumbling(Duration.ofDays(1));
    private static final TableSchema<Load> OTHER = TableSchema.of("load", Load::new);

    static {
        OTHER.longField("sensor", Load::getSensor, Load::setSensor);
    }

    private static Pipeline defined(
            Aggregate<? super Long, ?, Long> aggregate, Window window, Sink<? super Load> sink) {
        return numbers()
                .keyLong(number -> number)
                .window(window)
                .aggregate(aggregate)
                .map(CheckpointTest::load)
                .to(sink);
    }

    private static Events<Long> numbers() {
        return Events.from(new Numbers(0, 1, Long.MAX_VALUE, 1000), EventTime.of(Long::longValue));
    }

    private static Load load(WindowResult<Long, Long> result) {
        return new Load(result.key(), result.end(), result.value());
    }

    /** Writes a checkpoint that contains some state. */
    private void take(Pipeline pipeline) throws InterruptedException {
        Job job = ENGINE.start(pipeline, options());
        await(() -> job.metrics().events() > 10);
        job.checkpoint();
        job.cancel();
        job.await();
    }

    /** Verifies that the job reads only its own classes, because deserialisation runs code. */
    @Test
    void foreignClassesAreNeitherWrittenNorRead() throws Exception {
        Job refused = ENGINE.start(holding(), options());
        assertThatThrownBy(() -> {
                    while (true) {
                        refused.checkpoint();
                    }
                })
                .isInstanceOf(CheckpointException.class);
        assertThatThrownBy(refused::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining(Foreign.class + " is not in a package of this job's functions")
                .hasMessageContaining("JobOptions.allowing");

        JobOptions allowing = options().allowing(Foreign.class);
        Job allowed = ENGINE.start(holding(), allowing);
        await(() -> allowed.metrics().events() > 10);
        allowed.checkpoint();
        allowed.cancel();
        allowed.await();
        int read = Foreign.timesRead();
        assertThatThrownBy(() -> ENGINE.start(holding(), options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining(Foreign.class + " is not in a package of this job's functions");
        assertThat(Foreign.timesRead()).isEqualTo(read);

        Job resumed = ENGINE.start(holding(), allowing);
        assertThat(Foreign.timesRead()).isGreaterThan(read);
        resumed.cancel();
        resumed.await();
    }

    private static Pipeline holding() {
        return numbers()
                .keyLong(number -> number)
                .window(WINDOW)
                .aggregate(Aggregates.distinct(number -> Foreign.of(number)))
                .to(Sink.of(result -> {}));
    }

    @Test
    void sourcesMustBeReplayable() {
        Pipeline pipeline = counting(new PushSource<>(1));

        assertThatThrownBy(() -> ENGINE.start(pipeline, options()))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("source 1 (PushSource) cannot be read again");
    }

    @Test
    void stateMustBeSerializable() throws InterruptedException {
        Job job = ENGINE.start(
                Events.from(new Numbers(0, 1, Long.MAX_VALUE, 1e9), EventTime.of(Long::longValue))
                        .key(number -> new Object())
                        .window(Window.tumbling(Duration.ofDays(10_000)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> {})),
                options());
        assertThatThrownBy(() -> {
                    while (true) {
                        job.checkpoint(); // the first may precede the first event
                    }
                })
                .isInstanceOf(CheckpointException.class);

        assertThatThrownBy(job::await)
                .isInstanceOf(JobException.class)
                .hasMessageContaining("class java.lang.Object is not Serializable");
    }

    @Test
    void jobWithoutCheckpointsRefusesCheckpoint() throws InterruptedException {
        Job job = ENGINE.start(counting(new PushSource<>(1)));
        assertThatThrownBy(job::checkpoint).isInstanceOf(IllegalStateException.class);
        job.cancel();
        job.await();
    }

    /**
     * Starts a process that can write no file above 64 KB, as on a full disk. The job continues, and the previous
     * checkpoint stays.
     */
    @Test
    void fullDiskDoesNotStopJob() throws Exception {
        List<String> java = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:-UsePerfData"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(java::add);
        java.addAll(List.of("-cp", System.getProperty("java.class.path"), FullDisk.class.getName(), folder.toString()));
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -f 64 && exec \"$@\"", "bash"));
        command.addAll(java);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> output;
        try (var lines = process.inputReader()) {
            output = lines.lines().toList();
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(output).as(String.join("\n", output)).contains("small state: 1 written, 0 failed");
        assertThat(output).contains("large state: 1 written, 1 failed", "after that: COMPLETED, 200000 results");
        assertThat(output).anyMatch(line -> line.contains("was not written. The previous checkpoint stays valid"));
    }

    /** Verifies that another job completes on the only thread while a state is serialised. */
    @Test
    void slowSaveDoesNotBlockThread() throws InterruptedException {
        CountDownLatch saving = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Numbers open = new Numbers(0, 1, Long.MAX_VALUE, 0) {
            @Override
            public @Nullable Long poll() {
                return position() < 2000 ? next() : null;
            }
        };
        try (Engine engine = new Engine(1)) {
            Job slow = engine.start(
                    Events.from(open, EventTime.of(Long::longValue))
                            .keyLong(number -> number)
                            .window(Window.tumbling(Duration.ofDays(1)))
                            .aggregate(new SlowToSave(saving, go))
                            .to(Sink.of(result -> {})),
                    options());
            await(() -> slow.metrics().events() == 2000);
            Thread checkpoint = Thread.startVirtualThread(() -> {
                try {
                    slow.checkpoint();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            saving.await();

            Job other = engine.start(counting(Source.of(List.of(1L, 2L, 3L))));
            assertThat(other.await()).isEqualTo(Job.Status.COMPLETED);
            assertThat(slow.metrics().checkpoints().written()).isZero();

            go.countDown();
            checkpoint.join();
            assertThat(slow.metrics().checkpoints().written()).isEqualTo(1);
            slow.cancel();
            slow.await();
        }
    }

    /** A count whose accumulators are saved only after the test allows it. */
    private record SlowToSave(CountDownLatch saving, CountDownLatch go) implements Aggregate<Long, long[], Long> {
        @Override
        public long[] create() {
            return new long[1];
        }

        @Override
        public void accumulate(long[] count, Long event, long time) {
            count[0]++;
        }

        @Override
        public void combine(long[] count, long[] other) {
            count[0] += other[0];
        }

        @Override
        public Long finish(long[] count) {
            return count[0];
        }

        @Override
        public void save(long[] count, ObjectOutput out) throws IOException {
            saving.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            out.writeLong(count[0]);
        }
    }

    /**
     * Verifies that no checkpoint leaves a mapping, a descriptor, or a deleted file that still uses space, however many
     * there are.
     */
    @Test
    @EnabledOnOs(OS.LINUX)
    void checkpointsReleaseFilesAndMappings() throws Exception {
        Job job = ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options());
        for (int i = 0; i < 10; i++) {
            job.checkpoint();
        }
        long descriptors = descriptors();
        for (int i = 0; i < CHECKPOINTS; i++) {
            job.checkpoint();
        }
        assertThat(mappings()).isEmpty();
        assertThat(descriptors()).isLessThan(descriptors + CHECKPOINTS / 2);
        job.cancel();
        job.await();
        for (int i = 0; i < 20; i++) {
            Job resumed = ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options());
            resumed.cancel();
            resumed.await();
            assertThatThrownBy(() -> ENGINE.start(counting(new PushSource<>(1)), options()))
                    .isInstanceOf(CheckpointException.class);
        }
        assertThat(openFiles()).isEmpty();
    }

    private List<String> mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(folder.toString())).toList();
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    private List<String> openFiles() throws IOException {
        List<String> open = new ArrayList<>();
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : all.toList()) {
                try {
                    open.add(Files.readSymbolicLink(each).toString());
                } catch (IOException e) {
                    // closed in the meantime
                }
            }
        }
        open.removeIf(file -> !file.startsWith(folder.toString()));
        return open;
    }

    private void writeTwoCheckpoints() throws InterruptedException {
        Job job = ENGINE.start(counting(new Numbers(0, 1, 1000, 0)), options());
        job.checkpoint();
        job.checkpoint();
        job.cancel();
        job.await();
    }

    private static Pipeline counting(Source<Long> source) {
        return Events.from(source, EventTime.of(Long::longValue))
                .keyLong(number -> number)
                .window(Window.tumbling(Duration.ofMillis(100)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> {}));
    }

    private JobOptions options() {
        return JobOptions.DEFAULT.withCheckpoints(folder.resolve("checkpoints"), NEVER);
    }

    private List<Path> files() {
        try (Stream<Path> files = Files.list(folder.resolve("checkpoints"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("checkpoint-"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void truncate(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(open.length() - 10);
        }
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) {
        while (!condition.holds()) {
            Thread.onSpinWait();
        }
    }

    /** Verifies that the libraries are absent. The other tests write and read checkpoints without them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "net.openhft.posix.PosixAPI",
                "com.sun.jna.Native",
                "jnr.ffi.Library",
                "com.kenai.jffi.Foreign",
                "org.objectweb.asm.ClassReader"
            })
    void nativeCodeLibrariesAreAbsent(String name) {
        assertThatThrownBy(() -> Class.forName(name)).isInstanceOf(ClassNotFoundException.class);
    }
}
