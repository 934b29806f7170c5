package org.speedwell.streaming.recovery;

import java.nio.file.Path;
import java.time.Duration;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.window.Window;

/**
 * A process that tries to start a job on a folder of checkpoints and prints the result. Another job may own the folder.
 */
final class Intruder {
    private Intruder() {}

    public static void main(String[] args) {
        try (Engine engine = new Engine(2)) {
            engine.start(
                    Events.from(new Numbers(0, 1, 1000, 0), EventTime.of(Long::longValue))
                            .keyLong(number -> number)
                            .window(Window.tumbling(Duration.ofMillis(100)))
                            .aggregate(Aggregates.count())
                            .to(Sink.of(result -> {})),
                    JobOptions.DEFAULT.withCheckpoints(Path.of(args[0]), Duration.ofDays(1)));
            System.out.println("started");
        } catch (CheckpointException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }
}
