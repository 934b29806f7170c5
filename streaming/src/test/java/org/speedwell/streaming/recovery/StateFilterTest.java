package org.speedwell.streaming.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ObjectInputFilter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobException;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.engine.Foreign;
import org.speedwell.streaming.window.Window;

/** Verifies that the filter in a job's options rejects classes when the job writes and reads checkpoints. */
@Tag("unit")
class StateFilterTest {
    private static final ObjectInputFilter WITHOUT_PARTS =
            ObjectInputFilter.Config.createFilter("!" + Foreign.Part.class.getName());

    @TempDir
    private Path folder;

    @Test
    void rejectedClassesAreNeitherWrittenNorRead() throws InterruptedException {
        String rejected = Foreign.Part.class + " is rejected by the filter of JobOptions.withStateFilter";
        try (Engine engine = new Engine(1)) {
            Job unwritten = engine.start(holding(), options().withStateFilter(WITHOUT_PARTS));
            assertThatThrownBy(() -> {
                        while (true) {
                            unwritten.checkpoint();
                        }
                    })
                    .isInstanceOf(CheckpointException.class);
            assertThatThrownBy(unwritten::await)
                    .isInstanceOf(JobException.class)
                    .hasMessageContaining(rejected);

            Job written = engine.start(holding(), options());
            take(written);
            written.cancel();
            written.await();

            int read = Foreign.timesRead();
            assertThatThrownBy(() -> engine.start(holding(), options().withStateFilter(WITHOUT_PARTS)))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining(rejected);
            assertThat(Foreign.timesRead()).isEqualTo(read);

            Job resumed = engine.start(
                    holding(), options().withStateFilter(ObjectInputFilter.Config.createFilter("maxdepth=100")));
            assertThat(Foreign.timesRead()).isGreaterThan(read);
            resumed.cancel();
            resumed.await();
        }
    }

    private static void take(Job job) throws InterruptedException {
        await().atMost(Duration.ofMinutes(2)).until(() -> job.metrics().events() > 10);
        job.checkpoint();
    }

    private JobOptions options() {
        return JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofDays(1)).allowing(Foreign.class);
    }

    private static Pipeline holding() {
        return Events.from(new Numbers(0, 1, Long.MAX_VALUE, 10_000), EventTime.of(Long::longValue))
                .keyLong(number -> number)
                .window(Window.tumbling(Duration.ofMillis(100)))
                .aggregate(Aggregates.distinct(number -> Foreign.of(number)))
                .to(Sink.of(result -> {}));
    }
}
