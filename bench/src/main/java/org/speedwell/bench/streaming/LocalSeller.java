package org.speedwell.bench.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Person;

/**
 * The state of a person in NEXMark's Q3: the name, and the auctions that arrived before the person did. Most auctions
 * wait for long, because the query rejects most persons. The state holds their numbers in arrays, and no events.
 */
final class LocalSeller implements Serializable {
    private static final int STATES = 3;
    private static final int CATEGORY = 0;

    /** The number of auctions in each array. */
    private static final int RUN = 64;

    private @Nullable String name;

    /** The numbers of the auctions that wait, without those in {@code full}. */
    private long[] run = new long[RUN];

    private int used;

    /** The full arrays before {@code run}. */
    private final List<long[]> full = new ArrayList<>(0);

    /** An auction with its seller, at the time at which both were known. */
    record Opened(long time, long auction, String seller) {}

    /**
     * Returns whether the query accepts an event: a person of three of the fifty states, or an auction of one of ten
     * categories.
     */
    static boolean isWanted(Event event) {
        return switch (event) {
            case Person person -> person.state() < STATES;
            case Auction auction -> auction.category() % 10 == CATEGORY;
            default -> throw new IllegalArgumentException(event + " is not an event of this query");
        };
    }

    /** Adds an event and returns the auctions whose seller is now known. */
    List<Opened> take(Event event) {
        String known = name;
        if (event instanceof Auction auction) {
            if (known == null) {
                add(auction.id());
                return List.of();
            }
            return List.of(new Opened(auction.time(), auction.id(), known));
        }
        Person person = (Person) event;
        name = person.name();
        return opened(person.time(), person.name());
    }

    private void add(long auction) {
        if (used == RUN) {
            full.add(run);
            run = new long[RUN];
            used = 0;
        }
        run[used++] = auction;
    }

    /** Returns the waiting auctions, which no longer wait. */
    private List<Opened> opened(long time, String seller) {
        List<Opened> opened = new ArrayList<>();
        for (long[] each : full) {
            for (long auction : each) {
                opened.add(new Opened(time, auction, seller));
            }
        }
        for (int i = 0; i < used; i++) {
            opened.add(new Opened(time, run[i], seller));
        }
        full.clear();
        used = 0;
        return opened;
    }
}
