package org.speedwell.bench.streaming;

/**
 * Events with times set in advance, the n-th due at start + n / rate; a part of them for each source. An engine that falls
 * behind is not waited for, and its lateness counts.
 *
 * @param scenario what the events are for
 * @param start milliseconds since 1970 of the first event
 * @param rate events a second, of all parts together
 * @param count how many events, of all parts together; a multiple of the parts
 * @param parts how many sources give the events
 */
record Feed(Scenario scenario, long start, double rate, long count, int parts) {
    static final long ENDLESS = Long.MAX_VALUE / 4;

    /** What happens. */
    sealed interface Event {
        /** Milliseconds since 1970. */
        long time();
    }

    /** A bid of NEXMark. */
    record Bid(long id, long time, long auction, long price) implements Event {}

    /** A person of NEXMark, who may sell. */
    record Person(long id, long time, String name) implements Event {}

    /** An auction of NEXMark. */
    record Auction(long id, long time, long seller) implements Event {}

    /** What a sensor measured. */
    record Sample(long time, int sensor, double value) implements Event {}

    /** Something with a number, which is its key; as in the articles, a boxed number would do. */
    record Numbered(long number, long time) implements Event {}

    double rateOfPart() {
        return rate / parts;
    }

    long countOfPart() {
        return count / parts;
    }

    /** The event of a number of a part, due at a time. */
    Event event(int part, long numberOfPart, long time) {
        long n = numberOfPart * parts + part;
        int keys = scenario.keys();
        return switch (scenario) {
            case SLIDING_10K -> new Numbered(n % keys, time);
            case SLIDING_10K_RANDOM, SLIDING_100K_RANDOM, SLIDING_1M_RANDOM ->
                new Numbered(Math.floorMod(mix(n), keys), time);
            case SENSORS -> new Sample(time, (int) (n % keys), Math.floorMod(mix(n), 1_000));
            case NEXMARK_5 -> new Bid(n, time, n % keys, Math.floorMod(mix(n), 1_000_000));
            case NEXMARK_1, NEXMARK_2, NEXMARK_7 ->
                new Bid(n, time, Math.floorMod(mix(n), keys), Math.floorMod(mix(~n), 1_000_000));
            case NEXMARK_8 ->
                n % 10 == 0
                        ? new Person(n / 10 % keys, time, "person")
                        : new Auction(n, time, Math.floorMod(mix(n), keys));
        };
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
    private static long mix(long n) {
        long z = n * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
