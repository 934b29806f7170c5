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

    /** Keys of scenarios in which they come in turn: by a constant, numbers are divided ten times as fast. */
    static final int TEN_THOUSAND = 10_000;

    static final int SENSORS = 100_000;

    private static final int STATES = 50;
    private static final int CATEGORIES = 128;
    private static final int SELLERS = 1_000;

    /** Of this many events one is a person, in Q3. */
    private static final int PERSON_OF = 101;

    /** An auction begins each millisecond; events of a millisecond after those that begin and end auctions are bids. */
    private static final int FIRST_BID = 4;

    /** What happens. */
    sealed interface Event {
        /** Milliseconds since 1970. */
        long time();
    }

    /** A bid of NEXMark. */
    record Bid(long id, long time, long auction, long price) implements Event {}

    /** A person of NEXMark, who may sell. */
    record Person(long id, long time, String name, int state) implements Event {}

    /** An auction of NEXMark. */
    record Auction(long id, long time, long seller, int category) implements Event {}

    /** The end of an auction. */
    record Closing(long auction, long time) implements Event {}

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

    /** Makes the event of a number, of all parts together, due at a time. */
    @FunctionalInterface
    interface Maker {
        Event make(long n, long time);
    }

    /**
     * What makes the events: a small function for each scenario, so that an engine's loop can take it in and its own work
     * is what is measured.
     */
    Maker maker() {
        int keys = scenario.keys();
        return switch (scenario) {
            case SLIDING_10K -> (n, time) -> new Numbered(n % TEN_THOUSAND, time);
            case SLIDING_10K_RANDOM, SLIDING_100K_RANDOM, SLIDING_1M_RANDOM, SLIDING_10K_OBJECTS ->
                (n, time) -> new Numbered(random(n, keys), time);
            case SENSORS -> (n, time) -> new Sample(time, (int) (n % SENSORS), random(n, 1_000));
            case NEXMARK_5 -> (n, time) -> new Bid(n, time, n % TEN_THOUSAND, random(n, 1_000_000));
            case NEXMARK_1, NEXMARK_2, NEXMARK_7 ->
                (n, time) -> new Bid(n, time, random(n, keys), random(~n, 1_000_000));
            case NEXMARK_8 ->
                (n, time) -> n % 10 == 0
                        ? new Person(n / 10 % keys, time, "person", 0)
                        : new Auction(n, time, random(n, keys), 0);
            case NEXMARK_3 ->
                (n, time) -> n % PERSON_OF == 0
                        ? person(n / PERSON_OF % keys, time)
                        : new Auction(n, time, random(n, keys), random(~n, 10));
            case NEXMARK_4 -> auctioneering(keys / 2);
            case NEXMARK_6 -> auctioneering(keys);
        };
    }

    private static Person person(long id, long time) {
        return new Person(id, time, "person", random(id, STATES));
    }

    /**
     * Auctions of three durations in turn, a half of {@link Scenario#keys} ms apart, and bids on those that run. Each part is
     * an auction house of its own: what happens at one auction comes from one source, in its order.
     */
    private Maker auctioneering(int shortest) {
        long perMilli =
                Math.max(2L * FIRST_BID, (long) (rateOfPart() / 1_000)); // divisions that are felt for each event
        return parts == 1
                ? (n, time) -> auctioneering(n, time, 0, n / perMilli, (int) (n % perMilli), shortest)
                : (n, time) ->
                        auctioneering(n, time, n % parts, n / parts / perMilli, (int) (n / parts % perMilli), shortest);
    }

    private Event auctioneering(long n, long time, long house, long tick, int slot, int shortest) {
        if (slot == 0) {
            long auction = auction(tick, house);
            return new Auction(auction, time, random(auction, SELLERS), random(~auction, CATEGORIES));
        }
        if (slot < FIRST_BID) {
            int turn = slot - 1;
            long ending = tick - shortest - (long) turn * scenario.keys() / 2;
            if (ending >= 0 && ending % 3 == turn) {
                return new Closing(auction(ending, house), time);
            }
        }
        return new Bid(n, time, auction(Math.max(0, tick - random(n, shortest)), house), 1 + random(~n, 1_000));
    }

    private long auction(long tick, long house) {
        return tick * parts + house;
    }

    /** Milliseconds for which Q3 remembers a person: until they come again. */
    long timeToLive() {
        return (long) (1000.0 * PERSON_OF * scenario.keys() / rate);
    }

    /** A number from 0 to below a bound that looks random: the bound times the hash of n as a fraction of 1. */
    private static int random(long n, int bound) {
        return (int) Math.unsignedMultiplyHigh(mix(n), bound);
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
    private static long mix(long n) {
        long z = n * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
