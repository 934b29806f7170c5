package org.speedwell.bench.streaming;

import java.util.Arrays;

/**
 * The tasks that the comparison gives to both engines.
 *
 * <p>The sliding windows are those of the articles on Hazelcast Jet: a count of events by key. The keys come in turn,
 * as in the articles, or at random, which is harder for CPU caches. One scenario uses an accumulator of the user. The
 * NEXMark queries have 10,000 keys. Q4, Q6 and Q9 receive an event for the end of each auction, instead of a timer.
 * Auctions of Q4 last 5, 10 or 15 s. {@link YahooBenchmark} measures the scenario of the Yahoo Streaming Benchmark.
 */
public enum Scenario {
    SLIDING_10K("10 k keys in turn, 1 s by 20 ms", Feed.TEN_THOUSAND, 1_000, 20, 2_000_000),
    SLIDING_10K_RANDOM("10 k random keys, 1 s by 20 ms", 10_000, 1_000, 20, 2_000_000),
    SLIDING_100K_RANDOM("100 k random keys, 10 s by 100 ms", 100_000, 10_000, 100, 2_000_000),
    SLIDING_1M_RANDOM("1 M random keys, 10 s by 1 s", 1_000_000, 10_000, 1_000, 1_000_000),
    SLIDING_10K_OBJECTS("10 k random keys, 1 s by 20 ms, objects and lambdas", 10_000, 1_000, 20, 1_000_000),
    SENSORS("100 k sensors, time integral over 1 s", Feed.SENSORS, 1_000, 1_000, 1_000_000),
    NEXMARK_1("NEXMark Q1, prices converted", 10_000, 0, 0, 1_000_000),
    NEXMARK_2("NEXMark Q2, auctions selected", 10_000, 0, 0, 1_000_000),
    NEXMARK_3("NEXMark Q3, auctions of local sellers", 10_000, 0, 0, 1_000_000),
    NEXMARK_4("NEXMark Q4, average price of a category", 10_000, 0, 0, 1_000_000),
    NEXMARK_5("NEXMark Q5, auctions with most bids, 10 s by 500 ms", Feed.TEN_THOUSAND, 10_000, 500, 1_000_000),
    NEXMARK_6("NEXMark Q6, average of a seller's last ten", 10_000, 0, 0, 1_000_000),
    NEXMARK_7("NEXMark Q7, highest bid of 20 ms", 10_000, 20, 20, 1_000_000),
    NEXMARK_8("NEXMark Q8, new persons who opened auctions, 1 s by 100 ms", 10_000, 1_000, 100, 1_000_000),
    NEXMARK_9("NEXMark Q9, winning bids", 10_000, 0, 0, 1_000_000),
    NEXMARK_11("NEXMark Q11, bids in sessions with gaps of 10 ms", 10_000, 10, 10, 1_000_000),
    NEXMARK_12("NEXMark Q12, bids in 20 ms of arrival", 10_000, 20, 20, 1_000_000),
    NEXMARK_13("NEXMark Q13, bids with a bounded side input", 10_000, 0, 0, 1_000_000),
    NEXMARK_20("NEXMark Q20, bids with their auctions", 10_000, 0, 0, 1_000_000),
    YAHOO("Yahoo Streaming Benchmark, views of 100 campaigns in 10 s", Ads.CAMPAIGNS, 10_000, 10_000, 1_000_000);

    private final String title;
    private final int keys;
    private final long window;
    private final long slide;
    private final long fixedRate;

    Scenario(String title, int keys, long window, long slide, long fixedRate) {
        this.title = title;
        this.keys = keys;
        this.window = window;
        this.slide = slide;
        this.fixedRate = fixedRate;
    }

    /**
     * Returns the scenarios with an open loop. A trial of an open loop is too short for the windows of {@link #YAHOO}.
     */
    public static Scenario[] openLoops() {
        return Arrays.stream(values()).filter(scenario -> scenario != YAHOO).toArray(Scenario[]::new);
    }

    /** Returns a title for people. */
    public String title() {
        return title;
    }

    int keys() {
        return keys;
    }

    /** Returns the length of the windows in milliseconds, or 0 if there are none. */
    long window() {
        return window;
    }

    /** Returns the distance between window starts in milliseconds. */
    long slide() {
        return slide;
    }

    /** Returns the rate in events per second at which the comparison measures latencies. */
    long fixedRate() {
        return fixedRate;
    }

    /**
     * Returns whether the times of results show that an engine falls behind. Windows of arrival close in time in an
     * engine of any speed, because events that wait arrive later.
     */
    boolean showsDelay() {
        return this != NEXMARK_12;
    }

    /** Returns the milliseconds until results are due: two slides, or a little more than the shortest auction. */
    long untilResults() {
        return switch (this) {
            case NEXMARK_4, NEXMARK_9 -> keys / 2 + 1_000L;
            case NEXMARK_6 -> keys + 1_000L;
            default -> 2 * slide;
        };
    }
}
