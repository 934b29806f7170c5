package org.speedwell.streaming;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Cancels a job at random moments and continues it from a checkpoint. The job spends most of its time on windows that
 * close, because they have many keys. So checkpoints are requested while a window is half emitted or half freed.
 */
@Tag("fault")
class ManyKeysRestartTest {
    private static final int EVENTS = 300_000;
    private static final int KEYS = 20_000;
    private static final int EVENTS_PER_MILLI = 200;
    private static final int RESTARTS = 4;
    private static final long SIZE = 200;
    private static final long SLIDE = 50;
    private static final Engine ENGINE = new Engine(1);
    private static final Engine TWO_THREADS = new Engine(2);

    @TempDir
    private Path folder;

    @AfterAll
    static void close() {
        ENGINE.close();
        TWO_THREADS.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsSurviveRestarts(boolean twoThreads) throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Reading> readings = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            long time = i / EVENTS_PER_MILLI - (random.nextInt(10) == 0 ? random.nextInt(60) : 0);
            readings.add(new Reading(random.nextInt(KEYS), time, random.nextLong()));
        }
        JobOptions options = JobOptions.DEFAULT.withCheckpoints(folder, Duration.ofMillis(1));
        Engine engine = twoThreads ? TWO_THREADS : ENGINE;
        Collected<WindowResult<Long, Long>> collected = new Collected<>();

        Job.Status status = null;
        for (int i = 0; i < RESTARTS && status != Job.Status.COMPLETED; i++) {
            Job job = engine.start(pipeline(readings, collected), options);
            long enough = random.nextInt(EVENTS);
            while (job.status() == Job.Status.RUNNING
                    && (job.metrics().events() < enough
                            || job.metrics().checkpoints().written() == 0)) {
                Thread.onSpinWait();
            }
            job.cancel();
            status = job.await();
        }
        if (status != Job.Status.COMPLETED) {
            status = engine.start(pipeline(readings, collected), options).await();
        }

        assertThat(status).isEqualTo(Job.Status.COMPLETED);
        Set<WindowResult<Long, Long>> results = new HashSet<>(collected.events());
        assertThat(results).as("seed " + seed).hasSameSizeAs(collected.events());
        assertThat(results.equals(expected(readings))).as("seed " + seed).isTrue(); // too many to print
    }

    private static Pipeline pipeline(List<Reading> readings, Collected<WindowResult<Long, Long>> collected) {
        return Events.from(Source.of(readings), EventTime.of(Reading::time).lag(Duration.ofMillis(60)))
                .keyLong(Reading::sensor)
                .window(Window.sliding(Duration.ofMillis(SIZE), Duration.ofMillis(SLIDE)))
                .aggregate(Aggregates.sum(Reading::value))
                .to(collected.again());
    }

    private static Set<WindowResult<Long, Long>> expected(List<Reading> readings) {
        Map<Long, List<Reading>> byWindow = new HashMap<>();
        for (Reading reading : readings) {
            long last = Math.floorDiv(reading.time(), SLIDE) * SLIDE;
            for (long start = last; start > reading.time() - SIZE; start -= SLIDE) {
                byWindow.computeIfAbsent(start, none -> new ArrayList<>()).add(reading);
            }
        }
        Set<WindowResult<Long, Long>> results = new HashSet<>();
        byWindow.forEach((start, all) -> all.stream()
                .collect(groupingBy(Reading::sensor, summingLong(Reading::value)))
                .forEach((key, sum) -> results.add(new WindowResult<>(key, start, start + SIZE, sum))));
        return results;
    }
}
