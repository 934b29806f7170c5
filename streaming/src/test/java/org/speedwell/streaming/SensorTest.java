package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;

/**
 * Runs the scenario of the articles: 100,000 sensors sampled at 100 Hz. It compares the integral of each second with
 * the antiderivative.
 */
@Tag("oracle")
class SensorTest {
    private static final int SENSORS = 100_000;
    private static final int HZ = 100;
    private static final int SECONDS = 1;

    private record Sample(long sensor, long time, double value) {}

    @Test
    void integralsMatchAntiderivative() throws InterruptedException {
        Iterable<Sample> samples = () -> LongStream.range(0, (long) SENSORS * HZ * SECONDS)
                .mapToObj(i -> sample(i % SENSORS, i / SENSORS * 1000 / HZ))
                .iterator();
        Map<Long, Map<Long, Double>> integrals = new HashMap<>();
        try (Engine engine = new Engine(2)) {
            engine.start(Events.from(Source.of(samples), EventTime.of(Sample::time))
                            .keyLong(Sample::sensor)
                            .window(Window.tumbling(Duration.ofSeconds(1)))
                            .aggregate(Aggregates.timeIntegral(Sample::value))
                            .to(Sink.of(result -> integrals
                                    .computeIfAbsent(result.start(), start -> new HashMap<>())
                                    .put(result.key(), result.value()))))
                    .await();
        }

        assertThat(integrals).hasSize(SECONDS);
        integrals.forEach((start, ofSecond) -> {
            assertThat(ofSecond).hasSize(SENSORS);
            // The interval is from the first sample of the second to its last, 10 ms before the next second.
            ofSecond.forEach((sensor, integral) -> assertThat(integral)
                    .isCloseTo(antiderivative(sensor, start + 990) - antiderivative(sensor, start), within(1e-6)));
        });
    }

    /** Returns a sample of a straight line, for which trapezoids are exact. */
    private static Sample sample(long sensor, long time) {
        return new Sample(sensor, time, sensor + 0.5 * time);
    }

    private static double antiderivative(long sensor, long time) {
        return sensor * (double) time + 0.25 * time * time;
    }
}
