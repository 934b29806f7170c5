package org.speedwell.streaming.nexmark;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.IntervalJoin;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.nexmark.Auctions.Auction;
import org.speedwell.streaming.nexmark.Auctions.Bid;
import org.speedwell.streaming.nexmark.Auctions.Event;
import org.speedwell.streaming.nexmark.Auctions.Person;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Queries 1 to 9, 11 to 13 and 20 of NEXMark and their events. */
final class Queries {
    static final int DISORDER = 50;
    static final List<Bid> BIDS = Auctions.bids(50_000, DISORDER);

    static final int DURATION = 200;
    static final List<Auction> EXPIRING = Auctions.expiring(5_000, DURATION);
    static final List<Bid> BIDS_ON = Auctions.bidsOn(EXPIRING, DURATION);

    /** The numbers of persons in queries 3 and 8. */
    static final int[] PERSONS = {1_000, 2_000};

    static final Duration SIZE = Duration.ofMillis(100);
    static final Duration SLIDE_OF_5 = Duration.ofMillis(20);
    static final Duration SLIDE_OF_8 = Duration.ofMillis(50);

    static final Comparator<WindowResult<Long, Long>> BY_BIDS = Comparator.<WindowResult<Long, Long>>comparingLong(
                    WindowResult::value)
            .thenComparing(WindowResult::key);

    static final Duration GAP = Duration.ofMillis(20);
    static final int BIDDERS = 2_000;

    /** The window of query 12, in milliseconds. Its clock advances by one for every hundred bids. */
    static final long ARRIVALS = 10;

    /** The rows of the side input of query 13. */
    static final List<Long> SIDE = LongStream.range(0, 30).boxed().toList();

    private Queries() {}

    /** A bid that won its auction. */
    record Won(Auction auction, Bid bid) implements Serializable {}

    /** An auction that ended with a bid. */
    record Sale(long seller, int category, long price, long expires) implements Serializable {}

    /** A person who has opened auctions. */
    record Seller(String name, long auctions) implements Serializable {}

    /** Returns the query with a number. */
    static Events<?> of(int number) {
        return switch (number) {
            case 1 -> convertedPrices();
            case 2 -> selectedPrices();
            case 3 -> localSellers();
            case 4 -> averagesByCategory();
            case 5 -> mostBids();
            case 6 -> averagesOfTen();
            case 7 -> highestBids();
            case 8 -> personsWithAuctions();
            case 9 -> winningBids();
            case 11 -> sessionsOfBidders();
            case 12 -> bidsByArrival();
            case 13 -> bidsWithSideInput();
            case 20 -> bidsOnCategory();
            default -> throw new IllegalArgumentException("query " + number);
        };
    }

    static Events<Bid> convertedPrices() {
        return bids().map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10));
    }

    static Events<Long> selectedPrices() {
        return bids().filter(bid -> bid.auction() % 128 == 0).map(Bid::price);
    }

    /** Joins sellers of three states with their auctions of one category. Either may arrive first. */
    static Events<String> localSellers() {
        Events<Event> persons = Events.<Event>from(Source.of(Auctions.persons(PERSONS[0])), EventTime.of(Event::time))
                .filter(event -> event instanceof Person person && isLocal(person));
        Events<Event> auctions = Events.<Event>from(
                        Source.of(Auctions.auctions(9 * PERSONS[0])), EventTime.of(Event::time))
                .filter(event -> event instanceof Auction auction && auction.category() == 0);
        return persons.merge(auctions)
                .keyLong(Queries::person)
                .mapStateful(StatefulMap.<Long, Event, LocalSeller, String>of(LocalSeller::new, LocalSeller::take)
                        .timeToLive(Duration.ofSeconds(10)));
    }

    static boolean isLocal(Person person) {
        return person.state() == 3 || person.state() == 7 || person.state() == 11;
    }

    private static long person(Event event) {
        return switch (event) {
            case Person person -> person.id();
            case Auction auction -> auction.seller();
            case Bid bid -> -1;
        };
    }

    private static final class LocalSeller {
        private final List<Auction> waiting = new ArrayList<>();
        private @Nullable Person seller;

        private void take(Event event, long time, Consumer<? super String> results) {
            if (event instanceof Person person) {
                seller = person;
            } else {
                waiting.add((Auction) event);
            }
            Person known = seller;
            if (known != null) {
                waiting.forEach(auction -> results.accept(known.name() + " " + known.state() + " " + auction.id()));
                waiting.clear();
            }
        }
    }

    /** An auction until it expires, with its highest bid before that. */
    private static final class OpenAuction {
        private @Nullable Auction auction;
        private long price = -1;

        private void take(Event event, long time, Consumer<? super Sale> results) {
            switch (event) {
                case Auction opened -> auction = opened;
                case Bid bid -> price = Math.max(price, bid.price());
                case Person person -> throw new IllegalArgumentException(person.toString());
            }
        }

        private long expiry(long latest) {
            return auction == null ? latest : auction.expires();
        }

        private void end(Consumer<? super Sale> results) {
            if (auction != null && price >= 0) {
                results.accept(new Sale(auction.seller(), auction.category(), price, auction.expires()));
            }
        }
    }

    /** Returns the sales. At equal times, auctions precede bids. */
    private static Events<Sale> sales() {
        List<Event> events = Stream.<Event>concat(EXPIRING.stream(), BIDS_ON.stream())
                .sorted(Comparator.comparingLong(Event::time))
                .toList();
        return Events.from(Source.of(events), EventTime.of(Event::time))
                .keyLong(event -> event instanceof Bid bid ? bid.auction() : ((Auction) event).id())
                .mapStateful(StatefulMap.<Long, Event, OpenAuction, Sale>of(OpenAuction::new, OpenAuction::take)
                        .expiringAt(OpenAuction::expiry)
                        .onExpiry((id, auction, results) -> auction.end(results)));
    }

    /** Returns the average price so far of each category, after each sale. */
    static Events<Map.Entry<Integer, Double>> averagesByCategory() {
        return sales().key(Sale::category)
                .mapStateful(StatefulMap.<Integer, Sale, long[], Map.Entry<Integer, Double>>of(
                        () -> new long[2], (totals, sale, time, averages) -> {
                            totals[0]++;
                            totals[1] += sale.price();
                            averages.accept(Map.entry(sale.category(), (double) totals[1] / totals[0]));
                        }));
    }

    /**
     * Returns the average price of each seller's last ten sales. It needs one thread, to keep the order of expiry
     * between auctions.
     */
    static Events<Map.Entry<Long, Double>> averagesOfTen() {
        return sales().keyLong(Sale::seller)
                .mapStateful(StatefulMap.<Long, Sale, Deque<Sale>, Map.Entry<Long, Double>>of(
                        ArrayDeque::new, (latest, sale, time, averages) -> {
                            latest.add(sale);
                            if (latest.size() > 10) {
                                latest.remove();
                            }
                            averages.accept(Map.entry(sale.seller(), average(latest)));
                        }));
    }

    static double average(Collection<Sale> sales) {
        return sales.stream().mapToLong(Sale::price).average().orElseThrow();
    }

    static Events<WindowResult<Integer, List<WindowResult<Long, Long>>>> mostBids() {
        return bids().keyLong(Bid::auction)
                .window(Window.sliding(SIZE, SLIDE_OF_5))
                .aggregate(Aggregates.count())
                .<Integer>key(result -> 0)
                .window(Window.tumbling(SLIDE_OF_5))
                .aggregate(Aggregates.top(10, BY_BIDS));
    }

    static Events<WindowResult<Long, Bid>> highestBids() {
        return bids().keyLong(bid -> 0)
                .window(Window.tumbling(Duration.ofMillis(10)))
                .aggregate(Aggregates.max(Comparator.comparingLong(Bid::price).thenComparingLong(Bid::id)));
    }

    /** Joins persons with the auctions that they open in the same window. */
    static Events<WindowResult<Long, Seller>> personsWithAuctions() {
        return Events.from(Source.of(Auctions.persons(PERSONS[1])), EventTime.of(Person::time))
                .keyLong(Person::id)
                .coGroup(Events.from(Source.of(Auctions.auctions(9 * PERSONS[1])), EventTime.of(Auction::time))
                        .keyLong(Auction::seller))
                .aggregate(
                        Window.sliding(SIZE, SLIDE_OF_8),
                        Aggregates.max(Comparator.comparingLong(Person::time)),
                        Aggregates.count(),
                        (person, opened) -> new Seller(person.map(Person::name).orElse(""), opened.orElse(0L)))
                .filter(result ->
                        !result.value().name().isEmpty() && result.value().auctions() > 0);
    }

    private static IntervalJoin<Auction, Bid> bidsOnOpenAuctions(Predicate<Auction> which) {
        return Events.from(Source.of(EXPIRING), EventTime.of(Auction::time))
                .filter(which)
                .keyLong(Auction::id)
                .intervalJoin(
                        Events.from(Source.of(BIDS_ON), EventTime.of(Bid::time)).keyLong(Bid::auction),
                        Duration.ZERO,
                        auction -> auction.expires() - 1);
    }

    /** Returns the winning bid of each auction: the highest, and the earliest of those. */
    static Events<Won> winningBids() {
        return bidsOnOpenAuctions(auction -> true)
                .<Optional<Won>>grouped((auction, bids) -> bids.stream()
                        .max(Comparator.comparingLong(Bid::price)
                                .thenComparing(Comparator.comparingLong(Bid::id).reversed()))
                        .map(bid -> new Won(auction, bid)))
                .flatMap(Optional::stream);
    }

    /** Returns the number of bids in each session of a bidder. */
    static Events<WindowResult<Long, Long>> sessionsOfBidders() {
        return bids().keyLong(Queries::bidder).window(Window.session(GAP)).aggregate(Aggregates.count());
    }

    static long bidder(Bid bid) {
        return Math.floorMod(bid.id() * bid.price(), BIDDERS);
    }

    /** Returns the number of bids of each bidder, in windows by the time of arrival. */
    static Events<WindowResult<Long, Long>> bidsByArrival() {
        AtomicLong arrived = new AtomicLong();
        return Events.from(
                        Source.of(BIDS), EventTime.arrival(() -> Instant.ofEpochMilli(arrived.getAndIncrement() / 100)))
                .keyLong(Queries::bidder)
                .window(Window.tumbling(Duration.ofMillis(ARRIVALS)))
                .aggregate(Aggregates.count());
    }

    /** Joins bids with a bounded side input by a key of the auction. */
    static Events<String> bidsWithSideInput() {
        return bids().keyLong(bid -> bid.auction() % 50)
                .hashJoin(
                        Events.from(Source.of(SIDE), EventTime.of(row -> 0)).keyLong(row -> row),
                        (bid, rows) -> bid.id() + " " + rows)
                .filter(joined -> !joined.endsWith("[]"));
    }

    /** Adds the auction to each bid on an open auction of one category. */
    static Events<String> bidsOnCategory() {
        return bidsOnOpenAuctions(auction -> auction.category() == 10)
                .inner((auction, bid) -> bid.id() + " " + auction.seller() + " " + auction.expires());
    }

    private static Events<Bid> bids() {
        return Events.from(Source.of(BIDS), EventTime.of(Bid::time).lag(Duration.ofMillis(DISORDER)));
    }
}
