package org.speedwell.bench.streaming;

import java.time.InstantSource;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A sequence of events with predetermined times: event <i>n</i> is due at start + <i>n</i> / rate. Each source emits
 * one part of them. The feed does not wait for an engine that falls behind, so its delay counts.
 *
 * @param scenario the scenario that uses the events
 * @param start the time of the first event in milliseconds since 1970
 * @param rate the events per second of all parts together
 * @param count the number of events of all parts together, a multiple of the parts
 * @param parts the number of sources that emit the events
 * @param clock the clock of arrival in Q12
 */
record Feed(Scenario scenario, long start, double rate, long count, int parts, InstantSource clock) {
    static final long ENDLESS = Long.MAX_VALUE / 4;

    /**
     * The number of keys of scenarios whose keys come in turn. Division by a constant is ten times as fast as by a
     * variable.
     */
    static final int TEN_THOUSAND = 10_000;

    static final int SENSORS = 100_000;

    private static final int STATES = 50;
    private static final int CATEGORIES = 128;
    private static final int SELLERS = 1_000;

    /** The interval of persons in Q3: one of this many events is a person. */
    private static final int PERSON_OF = 101;

    /**
     * The index of the first bid within a millisecond. Each millisecond first has events that begin and end auctions.
     */
    private static final int FIRST_BID = 4;

    /** An event of a scenario. */
    sealed interface Event permits Bid, Person, Auction, Closing, Sample, Numbered, Ads.AdEvent {
        /** Returns the time of the event in milliseconds since 1970. */
        long time();
    }

    /** A bid of NEXMark. */
    record Bid(long id, long time, long auction, long price) implements Event {}

    /** A person of NEXMark, who may be a seller. */
    record Person(long id, long time, String name, int state) implements Event {}

    /** An auction of NEXMark. */
    record Auction(long id, long time, long seller, int category) implements Event {}

    /** The end of an auction. */
    record Closing(long auction, long time) implements Event {}

    /** A measurement of a sensor. */
    record Sample(long time, int sensor, double value) implements Event {}

    /** An event with a number as its key. In the articles on Jet, the event is only a boxed number. */
    record Numbered(long number, long time) implements Event {}

    /** A row of the side input of Q13. */
    record Side(long key, String value) {}

    /** The side input of Q13. Three quarters of the bids have a row. */
    static final List<Side> SIDES = LongStream.range(0, 7_500)
            .mapToObj(key -> new Side(key, "side " + key))
            .toList();

    /** Returns whether Q20 joins an auction: one of ten categories. */
    static boolean isWanted(Auction auction) {
        return auction.category() % 10 == 0;
    }

    /** Creates a feed whose events arrive by the clock of the system. */
    Feed(Scenario scenario, long start, double rate, long count, int parts) {
        this(scenario, start, rate, count, parts, InstantSource.system());
    }

    /** Returns whether events have the time of their arrival. */
    boolean isByArrival() {
        return scenario == Scenario.NEXMARK_12;
    }

    double rateOfPart() {
        return rate / parts;
    }

    long countOfPart() {
        return count / parts;
    }

    /** Creates the event with number {@code n}, counted over all parts, that is due at {@code time}. */
    @FunctionalInterface
    interface Maker {
        Event make(long n, long time);
    }

    /**
     * Returns the function that creates the events. Each scenario has a small function of its own. The JVM can inline
     * it into the engine's loop, so that the benchmark measures the engine's own work.
     */
    Maker maker() {
        int keys = scenario.keys();
        return switch (scenario) {
            case SLIDING_10K -> (n, time) -> new Numbered(n % TEN_THOUSAND, time);
            case SLIDING_10K_RANDOM, SLIDING_100K_RANDOM, SLIDING_1M_RANDOM, SLIDING_10K_OBJECTS ->
                (n, time) -> new Numbered(random(n, keys), time);
            case SENSORS -> (n, time) -> new Sample(time, (int) (n % SENSORS), random(n, 1_000));
            case NEXMARK_5 -> (n, time) -> new Bid(n, time, n % TEN_THOUSAND, random(n, 1_000_000));
            case NEXMARK_1, NEXMARK_2, NEXMARK_7, NEXMARK_11, NEXMARK_12, NEXMARK_13 ->
                (n, time) -> new Bid(n, time, random(n, keys), random(~n, 1_000_000));
            case NEXMARK_8 ->
                (n, time) -> n % 10 == 0
                        ? new Person(n / 10 % keys, time, "person", 0)
                        : new Auction(n, time, random(n, keys), 0);
            case NEXMARK_3 ->
                (n, time) -> n % PERSON_OF == 0
                        ? person(n / PERSON_OF % keys, time)
                        : new Auction(n, time, random(n, keys), random(~n, 10));
            case NEXMARK_4, NEXMARK_9, NEXMARK_20 -> auctioneering(keys / 2);
            case NEXMARK_6 -> auctioneering(keys);
            case YAHOO -> Ads::event;
        };
    }

    private static Person person(long id, long time) {
        return new Person(id, time, "person", random(id, STATES));
    }

    /**
     * Returns a maker of auctions and of bids on open auctions. Auctions have three durations in turn, at steps of half
     * of {@link Scenario#keys} ms. Each part is an auction house of its own: all events of an auction come from one
     * source, in order.
     */
    private Maker auctioneering(int shortest) {
        long perMilli =
                Math.max(2L * FIRST_BID, (long) (rateOfPart() / 1_000)); // computed once: a division per event is slow
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

    /** Returns for how many milliseconds Q3 remembers a person: until the same person comes again. */
    long timeToLive() {
        return (long) (1000.0 * PERSON_OF * scenario.keys() / rate);
    }

    /**
     * Returns a pseudorandom number from 0 (inclusive) to {@code bound} (exclusive): the hash of <i>n</i>, scaled to
     * the bound.
     */
    static int random(long n, int bound) {
        return (int) Math.unsignedMultiplyHigh(mix(n), bound);
    }

    /** Returns the finalizer of SplitMix64 for <i>n</i> (Steele, Lea and Flood, 2014). */
    private static long mix(long n) {
        long z = n * 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
