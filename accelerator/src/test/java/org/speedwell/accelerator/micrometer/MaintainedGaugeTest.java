package org.speedwell.accelerator.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreNotLoadedException;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.maintain.ResultChange;

@Tag("unit")
class MaintainedGaugeTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    /** A query whose result a test sets. */
    private static final class SetQuery<R> implements MaintainedQuery<R> {
        private Supplier<R> result;

        SetQuery(R result) {
            this.result = () -> result;
        }

        @Override
        public R get() {
            return result.get();
        }

        @Override
        public boolean isIncremental() {
            return true;
        }

        @Override
        public String describe() {
            return "set by a test";
        }

        @Override
        public Optional<String> staleness() {
            return Optional.empty();
        }

        @Override
        public void subscribe(Flow.Subscriber<? super ResultChange<R>> subscriber) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            result = () -> {
                throw new IllegalStateException("closed");
            };
        }
    }

    @Test
    void gaugeShowsTheCurrentResult() {
        SetQuery<Long> query = new SetQuery<>(7L);
        MaintainedGauge.of("films.long", query)
                .withTags("country", "se")
                .withTags("store", "1")
                .withDescription("Films of more than an hour")
                .bindTo(registry);
        Gauge gauge =
                registry.get("films.long").tags("country", "se", "store", "1").gauge();
        assertThat(gauge.value()).isEqualTo(7);
        assertThat(gauge.getId().getDescription()).isEqualTo("Films of more than an hour");
        query.result = () -> 8L;
        assertThat(gauge.value()).isEqualTo(8);
    }

    @Test
    void functionDerivesTheNumber() {
        SetQuery<Map<String, Long>> query = new SetQuery<>(Map.of("PG", 3L));
        MaintainedGauge.of("films", query, of -> of.getOrDefault("PG", 0L)).bindTo(registry);
        MaintainedGauge.of("ratings", query, Map::size).bindTo(registry);
        assertThat(registry.get("films").gauge().value()).isEqualTo(3);
        assertThat(registry.get("ratings").gauge().value()).isEqualTo(1);
    }

    @Test
    void missingResultIsNaN() {
        SetQuery<Integer> query = new SetQuery<>(1);
        MaintainedGauge.of("films", query).bindTo(registry);
        query.result = () -> {
            throw new DataStoreNotLoadedException("not loaded");
        };
        assertThat(registry.get("films").gauge().value()).isNaN();
        query.result = () -> 2;
        assertThat(registry.get("films").gauge().value()).isEqualTo(2);
        query.close();
        assertThat(registry.get("films").gauge().value()).isNaN();
    }

    @Test
    void tagWithoutValueIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MaintainedGauge.of("films", new SetQuery<>(1)).withTags("country"));
    }
}
