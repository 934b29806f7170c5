package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.view.Load;
import org.speedwell.streaming.view.View;
import org.speedwell.streaming.window.Window;

/** Runs the examples of the README. */
@Tag("unit")
class ReadmeTest {

    @Test
    void exampleOfReadmeRuns() throws InterruptedException {
        View<Load> view = new View<>(Load.SCHEMA);
        PushSource<Reading> source = new PushSource<>(10_000);

        Pipeline pipeline = Events.from(source, EventTime.of(Reading::time).lag(Duration.ofMillis(200)))
                .filter(reading -> reading.value() >= 0)
                .keyLong(Reading::sensor)
                .window(Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100)))
                .aggregate(Aggregates.average(Reading::value))
                .map(result -> new Load(result.key(), result.end(), result.value()))
                .to(view);

        try (Engine engine = new Engine()) {
            Job job = engine.start(pipeline);
            for (long time = 0; time < 1000; time++) {
                source.push(new Reading(time % 20, time, 80 + time % 20 - 17));
            }
            job.drain();
            job.await();

            long busy = view.stream().filter(Load.MEAN.greaterThan(80.0)).count();
            Optional<Load> one = view.get(17L);

            assertThat(busy).isEqualTo(2);
            assertThat(one)
                    .hasValueSatisfying(load -> assertThat(load.getMean()).isEqualTo(80));
        }
    }

    @Test
    void forkOfReadmeRuns() throws Exception {
        View<Load> view = new View<>(Load.SCHEMA);
        AtomicLong counted = new AtomicLong();
        List<Reading> alarms = new CopyOnWriteArrayList<>();
        PushSource<Reading> source = new PushSource<>(10_000);

        Events<Reading> valid = Events.from(source, EventTime.of(Reading::time))
                .filter(reading -> reading.value() >= 0)
                .named("valid");
        Pipeline pipeline = valid.keyLong(Reading::sensor)
                .window(Window.sliding(Duration.ofSeconds(10), Duration.ofMillis(100)))
                .aggregate(Aggregates.average(Reading::value))
                .named("means")
                .map(result -> new Load(result.key(), result.end(), result.value()))
                .to("view", view)
                .and(valid.window(Window.tumbling(Duration.ofHours(1)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> counted.set(result.value()))))
                .and(valid.filter(reading -> reading.value() > 90).to("alarms", Sink.of(alarms::add)));

        try (Engine engine = new Engine(2)) {
            Job job = engine.start(pipeline, JobOptions.DEFAULT.named("sensors"));
            for (long time = 0; time < 1000; time++) {
                source.push(new Reading(time % 20, time, time % 100 - 1));
            }
            job.drain();
            job.await();

            assertThat(view.stream().count()).isEqualTo(20);
            assertThat(counted).hasValue(990);
            assertThat(alarms).hasSize(80);
            System.out.println(job.explain());
        }
    }
}
