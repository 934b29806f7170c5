package org.speedwell.streaming.recovery;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.window.Window;

/** A process whose state grows larger than the largest file that it can write. */
final class FullDisk {
    private static final long KEYS = 200_000;

    private FullDisk() {}

    public static void main(String[] args) throws InterruptedException {
        AtomicLong allowed = new AtomicLong();
        AtomicLong results = new AtomicLong();
        Numbers numbers = new Numbers(0, 1, KEYS, Double.MAX_VALUE) {
            @Override
            public @Nullable Long poll() {
                return position() < allowed.get() ? next() : null;
            }
        };
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    Events.from(numbers, EventTime.<Long>of(number -> number / 10_000))
                            .keyLong(number -> number)
                            .window(Window.tumbling(Duration.ofSeconds(1)))
                            .aggregate(Aggregates.count())
                            .to(Sink.of(result -> results.incrementAndGet())),
                    JobOptions.DEFAULT.withCheckpoints(Path.of(args[0], "checkpoints"), Duration.ofDays(1)));
            job.checkpoint();
            print("small state", job);
            allowed.set(KEYS - 1);
            while (job.metrics().events() < KEYS - 1) {
                Thread.onSpinWait();
            }
            try {
                job.checkpoint();
            } catch (CheckpointException e) {
                System.out.println(e.getMessage());
            }
            print("large state", job);
            allowed.set(KEYS);
            System.out.println("after that: " + job.await() + ", " + results + " results");
        }
    }

    private static void print(String when, Job job) {
        CheckpointMetrics checkpoints = job.metrics().checkpoints();
        System.out.println(when + ": " + checkpoints.written() + " written, " + checkpoints.failed() + " failed");
    }
}
