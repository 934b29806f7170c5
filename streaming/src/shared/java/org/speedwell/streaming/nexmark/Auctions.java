package org.speedwell.streaming.nexmark;

import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/** The events of NEXMark. A 64-bit mix of its number determines each event. */
final class Auctions {
    static final int KEYS = 500;

    private Auctions() {}

    /** An event of an auction house. */
    sealed interface Event {
        long time();
    }

    record Bid(long id, long time, long auction, long price) implements Event, Serializable {}

    record Person(long id, long time, String name, int state) implements Event, Serializable {}

    record Auction(long id, long time, long seller, int category, long expires) implements Event, Serializable {}

    /**
     * Creates {@code count} bids, 100 per millisecond. Each has a time before its due time, by less than
     * {@code disorder}.
     */
    static List<Bid> bids(int count, int disorder) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Bid(
                        i,
                        i / 100 - Math.floorMod(mix(i), disorder),
                        Math.floorMod(mix(i + 1), KEYS),
                        Math.floorMod(mix(i + 2), 1000)))
                .toList();
    }

    /** Creates persons, 10 per millisecond. The same person appears again after 1,000 events. */
    static List<Person> persons(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Person(i % 1000, i / 10, "person " + i % 1000, (int) (i % 50)))
                .toList();
    }

    /** Creates auctions, 90 per millisecond. Some of their sellers are persons of {@link #persons}. */
    static List<Auction> auctions(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Auction(
                        i, i / 90, Math.floorMod(mix(i), 2000), (int) Math.floorMod(mix(i + 3), 10L), i / 90 + 100))
                .toList();
    }

    /**
     * Creates auctions, one per millisecond. They last between half and one and a half times {@code duration}, and no
     * two expire at once.
     */
    static List<Auction> expiring(int count, int duration) {
        Set<Long> ends = new HashSet<>();
        return LongStream.range(0, count)
                .mapToObj(i -> {
                    long end = i + duration / 2 + Math.floorMod(mix(i), (long) duration);
                    while (!ends.add(end)) {
                        end++;
                    }
                    return new Auction(
                            i, i, Math.floorMod(mix(i + 1), 20L), (int) Math.floorMod(mix(i + 2), 128L), end);
                })
                .toList();
    }

    /** Creates bids, ten per millisecond. Some are on expired auctions. */
    static List<Bid> bidsOn(List<Auction> auctions, int duration) {
        return LongStream.range(0, 10L * auctions.size())
                .mapToObj(i -> new Bid(
                        i,
                        i / 10,
                        Math.max(0, i / 10 - Math.floorMod(mix(i), 2L * duration)),
                        Math.floorMod(mix(i + 1), 1000)))
                .toList();
    }

    /** Mixes the bits of a number with the finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
