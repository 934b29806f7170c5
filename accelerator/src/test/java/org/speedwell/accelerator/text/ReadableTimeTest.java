package org.speedwell.accelerator.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class ReadableTimeTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S,0 s",
        "PT0.000000001S,1 ns",
        "PT0.0000025S,2 µs",
        "PT0.25S,250 ms",
        "PT0.999999S,999 ms",
        "PT1S,1 s",
        "PT1.001S,1 s",
        "PT59.99S,59.9 s",
        "PT1M,1 min",
        "PT1M25.7S,1 min 25.7 s",
        "PT1M0.05S,1 min",
        "PT1H,1 h",
        "PT3H59M59.9S,3 h 59 min",
        "P1D,1 d",
        "P400DT5H1M,400 d 5 h",
        "-PT2M5S,-2 min 5 s"
    })
    void durationHasAReadableUnit(Duration duration, String text) {
        assertThat(ReadableTime.of(duration)).isEqualTo(text);
    }
}
