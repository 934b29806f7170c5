package org.speedwell.bench.streaming;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Person;

/** The state of a person in NEXMark's Q3: the person, and the auctions that arrived before the person did. */
final class LocalSeller implements Serializable {
    private static final int STATES = 3;
    private static final int CATEGORY = 0;

    private @Nullable Person person;
    private final List<Auction> waiting = new ArrayList<>();

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
        if (event instanceof Auction auction) {
            if (person == null) {
                waiting.add(auction);
                return List.of();
            }
            return List.of(new Opened(auction.time(), auction.id(), person.name()));
        }
        Person known = (Person) event;
        person = known;
        List<Opened> opened = waiting.stream()
                .map(auction -> new Opened(known.time(), auction.id(), known.name()))
                .toList();
        waiting.clear();
        return opened;
    }
}
