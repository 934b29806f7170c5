package org.speedwell.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.Engine;

@Tag("unit")
class CountByKeyTest {
    @Test
    void eachEventIsInOneResult() throws Exception {
        Map<String, String> arguments = CountByKey.arguments(Instant.now().minusSeconds(60), 100_000, 1_234_567);
        long before = CountByKey.counted();

        try (Engine engine = new Engine(1)) {
            engine.start(new CountByKey().define(arguments)).await();
        }

        assertThat(CountByKey.counted() - before).isEqualTo(1_234_567);
        assertThat(CountByKey.latencies().getTotalCount()).isBetween(1_000L, 200_000L);
        assertThat(CountByKey.latencies().getMaxValue()).isBetween(40_000L, 600_000L);
    }
}
