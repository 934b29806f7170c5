package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests windows by the time of arrival on a cluster. A clock of the test closes them, without a later event. */
@Timeout(300)
@Tag("oracle")
class ClusterArrivalTest {
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final int PARTS = 4;
    private static final int SALES = 4_000;
    private static final int GIVEN = SALES / 2;
    private static final AtomicLong NOW = new AtomicLong();

    /** A job that counts all sales in windows of arrival. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            return Events.from(
                            Gated.source("arrival", Sale.inParts(Sale.random(5, SALES))),
                            EventTime.arrival(() -> Instant.ofEpochMilli(NOW.get())))
                    .named("sales")
                    .window(Window.tumbling(Duration.ofSeconds(1)))
                    .aggregate(Aggregates.count())
                    .to(Results.sink("arrival"));
        }
    }

    private static long counted() {
        return Results.take("arrival").stream()
                .mapToLong(result -> (Long) ((WindowResult<?, ?>) result).value())
                .sum();
    }

    @Test
    void clockClosesWindowsAndMayBeBehindAfterARestart() throws InterruptedException {
        JobOptions options = JobOptions.DEFAULT.named("arrival");
        try (Members members = new Members(2, 2)) {
            HazelcastEngine engine =
                    HazelcastEngine.of(members.client()).withParts(PARTS).exactlyOnce(Duration.ofMillis(100));
            NOW.set(500);
            Gated.open("arrival", GIVEN / PARTS);
            ClusterJob first = engine.start(Definition.class, options);
            await().atMost(HANGS).until(() -> first.report().metrics().events() == GIVEN);
            NOW.set(50_000);
            await().atMost(HANGS).until(() -> Results.count("arrival") > 0);
            first.savepoint("arrival");
            first.cancel();
            assertThat(counted()).isEqualTo(GIVEN);

            NOW.set(0);
            Gated.open("arrival", Integer.MAX_VALUE);
            assertThat(engine.startingFrom("arrival")
                            .start(Definition.class, options)
                            .await())
                    .isTrue();
            assertThat(counted()).isEqualTo(SALES - GIVEN);
        }
    }
}
