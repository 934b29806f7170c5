package org.speedwell.streaming.nexmark;

import java.util.List;
import java.util.stream.LongStream;

/** Bids as NEXMark has them, each made of its number by a mix of 64 bits. */
final class Auctions {
    static final int KEYS = 500;

    private Auctions() {}

    /** What happens at an auction house. */
    sealed interface Event {
        long time();
    }

    record Bid(long id, long time, long auction, long price) implements Event {}

    record Person(long id, long time, String name) implements Event {}

    record Auction(long id, long time, long seller) implements Event {}

    /** As many bids, at a rate of 100 a millisecond, as told; later than their due time by less than {@code disorder}. */
    static List<Bid> bids(int count, int disorder) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Bid(
                        i,
                        i / 100 - Math.floorMod(mix(i), disorder),
                        Math.floorMod(mix(i + 1), KEYS),
                        Math.floorMod(mix(i + 2), 1000)))
                .toList();
    }

    /** Persons, 10 a millisecond; each number comes back after 1,000 others. */
    static List<Person> persons(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Person(i % 1000, i / 10, "person " + i % 1000))
                .toList();
    }

    /** Auctions, 90 a millisecond, of sellers some of which are persons. */
    static List<Auction> auctions(int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new Auction(i, i / 90, Math.floorMod(mix(i), 2000)))
                .toList();
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
