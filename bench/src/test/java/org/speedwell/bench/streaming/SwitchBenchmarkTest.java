package org.speedwell.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verifies that both tasks of each kind have all of their turns. */
@Timeout(60)
@Tag("unit")
class SwitchBenchmarkTest {
    private static final int SWITCHES = 1_000;

    @Test
    void tasksOfEachKindPassTheTurn() throws InterruptedException {
        SwitchBenchmark benchmark = new SwitchBenchmark();
        benchmark.startWorker();
        try {
            assertThat(benchmark.passBetweenTasklets(SWITCHES)).isEqualTo(SWITCHES);
        } finally {
            benchmark.stop();
        }
        assertThat(SwitchBenchmark.passBetweenThreads(Thread.ofPlatform(), SWITCHES))
                .isEqualTo(SWITCHES);
        assertThat(SwitchBenchmark.passBetweenThreads(Thread.ofVirtual(), SWITCHES))
                .isEqualTo(SWITCHES);
    }
}
