package org.speedwell.bench.streaming;

import java.util.Objects;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Person;

/** What NEXMark's Q8 gathers of a person in a window: whether they are new, and how many auctions they opened. */
final class Sellers {
    private String name = "";
    private long auctions;

    void add(Event event) {
        switch (event) {
            case Person person -> name = person.name();
            case Auction auction -> auctions++;
            default -> throw new IllegalArgumentException(event + " is not of this query");
        }
    }

    void combine(Sellers other) {
        name = name.isEmpty() ? other.name : name;
        auctions += other.auctions;
    }

    /** The number of auctions of a person who is new and opened some, else 0. */
    long result() {
        return name.isEmpty() ? 0 : auctions;
    }

    /** Key of an event: the person. */
    static long person(Event event) {
        return switch (event) {
            case Person person -> person.id();
            case Auction auction -> auction.seller();
            default -> throw new IllegalArgumentException(event + " is not of this query");
        };
    }

    /** Jet tells an empty accumulator by this. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Sellers sellers && name.equals(sellers.name) && auctions == sellers.auctions;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, auctions);
    }
}
