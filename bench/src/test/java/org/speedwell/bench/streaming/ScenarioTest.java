package org.speedwell.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.jet.datamodel.KeyedWindowResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.bench.report.Report;
import org.speedwell.streaming.window.WindowResult;

/** Verifies that the same events give the same results on every engine, in every scenario. */
@Tag("oracle")
class ScenarioTest {
    /** A start in the past, in milliseconds since 1970. All events are due at once. */
    private static final long START = 1_700_000_000_000L;

    private static SpeedwellStreams speedwell;
    private static JetStreams jet;
    private static ClusterStreams cluster;

    @BeforeAll
    static void startEngines() {
        speedwell = new SpeedwellStreams(1);
        jet = new JetStreams(1);
        cluster = new ClusterStreams(jet, 1);
    }

    @AfterAll
    static void stopEngines() {
        speedwell.close();
        cluster.close(); // also closes Jet
    }

    @ParameterizedTest
    @EnumSource(names = "NEXMARK_.*|YAHOO", mode = EnumSource.Mode.MATCH_NONE)
    void allEnginesGiveTheSameResults(Scenario scenario) throws InterruptedException {
        Map<String, Integer> ours = results(speedwell, scenario, 1);

        assertThat(ours).isNotEmpty().isEqualTo(results(jet, scenario, 1));
        assertThat(results(cluster, scenario, 1)).isEqualTo(ours);
    }

    /**
     * Compares the engines with plain loops. All engines use the same states and accumulators, so a comparison between
     * engines would miss a defect in these.
     */
    @ParameterizedTest
    @EnumSource(names = "NEXMARK_.*|YAHOO", mode = EnumSource.Mode.MATCH_ANY)
    void queriesGiveTheResultsOfPlainLoops(Scenario scenario) throws InterruptedException {
        Map<String, Integer> plain = PlainQueries.of(feed(scenario, 1));

        assertThat(plain).hasSizeGreaterThan(10);
        assertThat(results(speedwell, scenario, 1)).isEqualTo(plain);
        assertThat(results(jet, scenario, 1)).isEqualTo(plain);
        assertThat(results(cluster, scenario, 1)).isEqualTo(plain);
    }

    @Test
    void twoSourcesGiveTheResultsOfOne() throws InterruptedException {
        try (SpeedwellStreams two = new SpeedwellStreams(2)) {
            assertThat(results(two, Scenario.SLIDING_10K_RANDOM, 2))
                    .isEqualTo(results(speedwell, Scenario.SLIDING_10K_RANDOM, 1));
        }
    }

    /** Counts the results. Each sale has exactly one average as its result. */
    @ParameterizedTest
    @EnumSource(names = {"NEXMARK_4", "NEXMARK_6"})
    void salesOfSeveralSourcesAreCountedOnce(Scenario scenario) throws InterruptedException {
        for (int parts = 1; parts <= 3; parts++) {
            try (SpeedwellStreams engine = new SpeedwellStreams(2)) {
                assertThat(results(engine, scenario, parts).values().stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                        .as("from %d sources", parts)
                        .isEqualTo(sales(feed(scenario, parts)));
            }
        }
    }

    /** Returns the number of auctions that end after a bid. */
    private static int sales(Feed feed) {
        Feed.Maker maker = feed.maker();
        Set<Long> bidFor = new HashSet<>();
        Set<Long> sold = new HashSet<>();
        for (long n = 0; n < feed.count(); n++) {
            switch (maker.make(n, START)) {
                case Feed.Bid bid -> bidFor.add(bid.auction());
                case Feed.Closing closing -> {
                    if (bidFor.contains(closing.auction())) {
                        sold.add(closing.auction());
                    }
                }
                default -> {}
            }
        }
        assertThat(sold).isNotEmpty();
        return sold.size();
    }

    @Test
    void measurementAppearsInReport(@TempDir Path folder) throws Exception {
        // The feed is long enough for results in the measured time, also on a slow machine.
        StreamComparison.run(Scenario.NEXMARK_7, "speedwell", 1, Duration.ofSeconds(1), false, folder);

        Report.write(folder);
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("NEXMark Q7, highest bid of 20 ms, Speedwell", "Speedwell, G1, 1.00 M/s, last");
    }

    /** Returns the results as text, with the number of their occurrences. */
    private static Map<String, Integer> results(StreamEngine engine, Scenario scenario, int parts)
            throws InterruptedException {
        Map<String, Integer> results = new ConcurrentSkipListMap<>();
        engine.start(
                        feed(scenario, parts),
                        (time, key, value) ->
                                results.merge((time - START) + " " + key + " " + text(value), 1, Integer::sum))
                .await();
        return new TreeMap<>(results);
    }

    /**
     * Creates a small feed where each event is in many windows. The other feeds have several events of every sensor and
     * auction.
     */
    private static Feed feed(Scenario scenario, int parts) {
        if (scenario == Scenario.SENSORS) {
            return new Feed(scenario, START, 300_000, 600_000, parts);
        }
        if (scenario == Scenario.YAHOO) {
            return new Feed(scenario, START, 2_000, 100_000, parts);
        }
        if (scenario == Scenario.NEXMARK_12) {
            return new Feed(scenario, START, 2_000, 40_000, parts, new Steps());
        }
        return scenario.window() > 0
                ? new Feed(scenario, START, 2_000, 4_000, parts)
                : new Feed(scenario, START, 10_000, 300_000, parts);
    }

    /** A clock that passes a millisecond with every hundredth event. */
    private static final class Steps implements InstantSource {
        private final AtomicLong reads = new AtomicLong();

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(START + reads.getAndIncrement() / 100);
        }
    }

    /** Returns the text of a result. Each engine has its own class for the results of windows. */
    private static String text(Object value) {
        return switch (value) {
            case List<?> list -> list.stream().map(ScenarioTest::text).toList().toString();
            case WindowResult<?, ?> result -> result.key() + "=" + result.value();
            case KeyedWindowResult<?, ?> result -> result.key() + "=" + result.result();
            default -> value.toString();
        };
    }
}
