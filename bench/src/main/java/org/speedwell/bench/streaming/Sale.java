package org.speedwell.bench.streaming;

import java.io.Serializable;
import java.util.List;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Bid;
import org.speedwell.bench.streaming.Feed.Closing;
import org.speedwell.bench.streaming.Feed.Event;

/** The state of an auction in NEXMark's Q4 and Q6: the highest bid until the auction ends. */
final class Sale implements Serializable {
    private long seller;
    private int category;
    private long price;
    private boolean closed;

    /** The winning bid of an auction, at its end. */
    record Winning(long time, long seller, int category, long price) implements Serializable {}

    /** Returns the key of an event: its auction. */
    static long auction(Event event) {
        return switch (event) {
            case Auction auction -> auction.id();
            case Bid bid -> bid.auction();
            case Closing closing -> closing.auction();
            default -> throw new IllegalArgumentException(event + " is not an event of this query");
        };
    }

    /**
     * Adds an event. At the end of the auction it returns the winning bid, if there was a bid. Events after the end
     * change nothing.
     */
    List<Winning> take(Event event) {
        if (closed) {
            return List.of();
        }
        switch (event) {
            case Auction auction -> {
                seller = auction.seller();
                category = auction.category();
            }
            case Bid bid -> price = Math.max(price, bid.price());
            default -> closed = true;
        }
        return closed && price > 0 ? List.of(new Winning(event.time(), seller, category, price)) : List.of();
    }

    boolean isClosed() {
        return closed;
    }
}
