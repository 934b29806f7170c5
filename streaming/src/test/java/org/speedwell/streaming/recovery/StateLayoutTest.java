package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.format.Format;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.FileSink;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/**
 * Verifies the states inside checkpoints. If this test fails because a class saves something else, older checkpoints are
 * unreadable. Then change the versions of {@link CheckpointFile} and of the snapshots of streaming.hazelcast first, and
 * the sizes and checksums here afterwards.
 */
@Tag("fault")
class StateLayoutTest {
    private static final int COUNT = 200;

    private static final JobOptions OPTIONS = JobOptions.DEFAULT.named("layout");

    @TempDir
    private Path folder;

    /** A source that waits after its last number, so that its job can be saved. */
    private static final class Waiting extends Numbers {
        private final CountDownLatch taken = new CountDownLatch(1);

        private Waiting() {
            super(0, 1, COUNT, 1e9);
        }

        @Override
        public @Nullable Long poll() {
            Long next = super.isExhausted() ? null : next();
            if (next == null) {
                taken.countDown();
            }
            return next;
        }

        @Override
        public boolean isExhausted() {
            return false;
        }
    }

    private interface Definition {
        Pipeline of(Events<Long> numbers, Path file);
    }

    /** Returns the name, the size and the checksum of each state of a job that has processed all numbers. */
    private List<String> states(String name, Definition definition) throws Exception {
        Path checkpoints = folder.resolve(name);
        Waiting source = new Waiting();
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    definition.of(Events.from(source, EventTime.of(Long::longValue)), folder.resolve(name + ".txt")),
                    OPTIONS.withCheckpoints(checkpoints, Duration.ofDays(1)));
            source.taken.await();
            job.checkpoint();
            job.cancel();
            job.await();
        }
        List<String> states = new ArrayList<>();
        try (Stream<Path> files = Files.list(checkpoints);
                CheckpointFile file = CheckpointFile.open(
                        files.filter(each -> each.getFileName().toString().startsWith("checkpoint-"))
                                .findFirst()
                                .orElseThrow())) {
            for (int i = 1; i < file.sections().size(); i++) {
                byte[] state = file.state(i).readAllBytes();
                states.add("%s: %d bytes, %08x"
                        .formatted(file.sections().get(i).name(), state.length, Format.checksum(state)));
            }
        }
        return states;
    }

    @Test
    void statesKeepTheirLayout() throws Exception {
        List<String> states = new ArrayList<>();
        states.addAll(states(
                "counts",
                (numbers, file) -> numbers.keyLong(number -> number % 7)
                        .window(Window.sliding(Duration.ofMillis(50), Duration.ofMillis(10)))
                        .aggregate(Aggregates.count())
                        .to(new FileSink<>(file, Object::toString))));
        states.addAll(states(
                "distinct",
                (numbers, file) -> numbers.key(number -> "name " + number % 7)
                        .window(Window.tumbling(Duration.ofMillis(150)))
                        .aggregate(Aggregates.distinct(number -> number % 3))
                        .to(Sink.of(result -> {}))));
        states.addAll(states(
                "sessions",
                (numbers, file) -> numbers.key(number -> "name " + number % 7)
                        .window(Window.session(Duration.ofMillis(5)))
                        .aggregate(Aggregates.sum(number -> number))
                        .to(Sink.of(result -> {}))));
        states.addAll(states(
                "states",
                (numbers, file) -> numbers.keyLong(number -> number % 7)
                        .mapStateful(StatefulMap.<Long, Long, long[], String>of(
                                () -> new long[1], (state, number, time, results) -> state[0] += number))
                        .to(Sink.of(result -> {}))));
        states.addAll(states(
                "joins",
                (numbers, file) -> numbers.keyLong(number -> number % 7)
                        .hashJoin(
                                Events.from(
                                                Source.of(LongStream.range(0, 9)
                                                        .boxed()
                                                        .toList()),
                                                EventTime.of(row -> 0))
                                        .keyLong(row -> row % 5),
                                (number, found) -> number + " has " + found)
                        .to(Sink.of(result -> {}))));
        assertThat(states)
                .containsExactly(
                        "source 1: 94 bytes, 30d91942",
                        "Sliding[size=50, slide=10] (operation 2) part 1: 886 bytes, a732ba04",
                        "sink: 43 bytes, 03be10fc",
                        "source 1: 94 bytes, d2af2ff2",
                        "Sliding[size=150, slide=150] (operation 2) part 1: 904 bytes, 7fac81c6",
                        "sink: 35 bytes, 4708552e",
                        "source 1: 94 bytes, bdd469c7",
                        "Session[gap=5] (operation 2) part 1: 349 bytes, 13318802",
                        "sink: 35 bytes, 52853ed3",
                        "source 1: 94 bytes, bdd469c7",
                        "stateful map (operation 2) part 1: 368 bytes, 3cab214b",
                        "sink: 35 bytes, 52853ed3",
                        "source 1: 94 bytes, da78302a",
                        "source 2: 94 bytes, bdd469c7",
                        "hash join (operation 2) part 1: 306 bytes, 77d158fc",
                        "sink: 35 bytes, 52853ed3");
    }
}
