package org.speedwell.bench.streaming;

import java.util.Objects;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Person;

/**
 * The accumulator of a person in a window of NEXMark's Q8: whether the person is new, and the number of opened
 * auctions.
 */
final class Sellers {
    private String name = "";
    private long auctions;

    void add(Event event) {
        switch (event) {
            case Person person -> name = person.name();
            case Auction auction -> auctions++;
            default -> throw new IllegalArgumentException(event + " is not an event of this query");
        }
    }

    void combine(Sellers other) {
        name = name.isEmpty() ? other.name : name;
        auctions += other.auctions;
    }

    /** Returns the number of auctions that a new person opened; 0 if the person is not new. */
    long result() {
        return name.isEmpty() ? 0 : auctions;
    }

    /** Returns the key of an event: the person. */
    static long person(Event event) {
        return switch (event) {
            case Person person -> person.id();
            case Auction auction -> auction.seller();
            default -> throw new IllegalArgumentException(event + " is not an event of this query");
        };
    }

    /** Returns whether both have the same state. Jet uses this to recognise an empty accumulator. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Sellers sellers && name.equals(sellers.name) && auctions == sellers.auctions;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, auctions);
    }
}
