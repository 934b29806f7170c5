package org.speedwell.bench.streaming;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.speedwell.bench.streaming.Feed.Auction;
import org.speedwell.bench.streaming.Feed.Bid;
import org.speedwell.bench.streaming.Feed.Closing;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Person;

/**
 * The NEXMark queries and the Yahoo benchmark as loops over a list of all events. The loops share no code with the engines and use none of the
 * states that both engines receive. They expect a feed of one partition that is too short for a state to expire.
 */
final class PlainQueries {
    private final Feed feed;
    private final List<Event> events;

    /** The results as text, with the number of their occurrences. */
    private final Map<String, Integer> results = new TreeMap<>();

    private PlainQueries(Feed feed) {
        this.feed = feed;
        Feed.Maker maker = feed.maker();
        this.events = LongStream.range(0, feed.count())
                .mapToObj(n -> maker.make(n, feed.start() + (long) (n * 1000 / feed.rate())))
                .toList();
    }

    /**
     * Returns the results of a query. The key of each entry is the time since the start, the key and the value of a
     * result. The value is the number of its occurrences.
     */
    static Map<String, Integer> of(Feed feed) {
        PlainQueries queries = new PlainQueries(feed);
        switch (feed.scenario()) {
            case NEXMARK_1 -> queries.prices();
            case NEXMARK_2 -> queries.selected();
            case NEXMARK_3 -> queries.localSellers();
            case NEXMARK_4 -> queries.averages(Auction::category, Integer.MAX_VALUE);
            case NEXMARK_5 -> queries.mostBids();
            case NEXMARK_6 -> queries.averages(Auction::seller, 10);
            case NEXMARK_7 -> queries.highest();
            case NEXMARK_8 -> queries.newSellers();
            case NEXMARK_9 -> queries.winners();
            case NEXMARK_11 -> queries.sessions();
            case NEXMARK_12 -> queries.arrivals();
            case NEXMARK_13 -> queries.withSides();
            case NEXMARK_20 -> queries.withAuctions();
            case YAHOO -> queries.views();
            default -> throw new IllegalArgumentException(feed.scenario() + " has no plain loop.");
        }
        return queries.results;
    }

    private void add(long time, long key, Object value) {
        results.merge((time - feed.start()) + " " + key + " " + value, 1, Integer::sum);
    }

    private <E extends Event> List<E> all(Class<E> type, List<Event> of) {
        return of.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private void views() {
        Map<Long, Map<Long, Long>> windows = new TreeMap<>();
        for (Ads.AdEvent event : all(Ads.AdEvent.class, events)) {
            if (event.kind() == Ads.Kind.VIEW) {
                windows.computeIfAbsent(event.time() / 10_000, none -> new TreeMap<>())
                        .merge(event.ad() % 100L, 1L, Long::sum);
            }
        }
        windows.forEach(
                (number, counts) -> counts.forEach((campaign, count) -> add((number + 1) * 10_000, campaign, count)));
    }

    /** Adds the highest price of each auction at its end, if there was a bid. */
    private void winners() {
        Map<Long, Auction> auctions = new HashMap<>();
        Map<Long, Long> prices = new HashMap<>();
        for (Event event : events) {
            switch (event) {
                case Auction auction -> auctions.put(auction.id(), auction);
                case Bid bid -> prices.merge(bid.auction(), bid.price(), Math::max);
                case Closing closing -> {
                    Long price = prices.get(closing.auction());
                    if (price != null) {
                        add(
                                closing.time(),
                                requireNonNull(auctions.get(closing.auction())).seller(),
                                price);
                    }
                }
                default -> throw new IllegalArgumentException(event.toString());
            }
        }
    }

    /** Adds the number of bids in each session of an auction. */
    private void sessions() {
        Map<Long, List<Bid>> byAuction = all(Bid.class, events).stream().collect(groupingBy(Bid::auction));
        byAuction.forEach((auction, bids) -> {
            long count = 0;
            long end = bids.getFirst().time();
            for (Bid bid : bids) {
                if (count > 0 && bid.time() >= end) {
                    add(end, auction, count);
                    count = 0;
                }
                count++;
                end = bid.time() + 10;
            }
            add(end, auction, count);
        });
    }

    /** Adds the number of bids on each auction in windows of 20 ms of arrival, by the clock of the feed. */
    private void arrivals() {
        Map<Long, Map<Long, Long>> windows = new TreeMap<>();
        for (Bid bid : all(Bid.class, events)) {
            windows.computeIfAbsent(feed.clock().millis() / 20, none -> new TreeMap<>())
                    .merge(bid.auction(), 1L, Long::sum);
        }
        windows.forEach((number, counts) -> counts.forEach((auction, count) -> add((number + 1) * 20, auction, count)));
    }

    private void withSides() {
        for (Bid bid : all(Bid.class, events)) {
            if (bid.auction() < 7_500) {
                add(bid.time(), bid.id(), "side " + bid.auction());
            }
        }
    }

    /** Adds the seller to each bid on an auction of one of ten categories. */
    private void withAuctions() {
        Map<Long, Auction> wanted = new HashMap<>();
        for (Auction auction : all(Auction.class, events)) {
            if (auction.category() / 10 * 10 == auction.category()) {
                wanted.put(auction.id(), auction);
            }
        }
        for (Bid bid : all(Bid.class, events)) {
            Auction auction = wanted.get(bid.auction());
            if (auction != null) {
                add(bid.time(), bid.id(), auction.seller());
            }
        }
    }

    private void prices() {
        for (Bid bid : all(Bid.class, events)) {
            add(bid.time(), bid.id(), new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 4 / 5));
        }
    }

    private void selected() {
        for (Bid bid : all(Bid.class, events)) {
            if (bid.auction() / 128 * 128 == bid.auction()) {
                add(bid.time(), bid.id(), bid);
            }
        }
    }

    /**
     * Adds each auction of a local seller. The time of the result is the later of the auction and the first event of
     * its seller.
     */
    private void localSellers() {
        int[] local = IntStream.range(0, events.size())
                .filter(i -> events.get(i) instanceof Person person && person.state() <= 2)
                .toArray();
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Auction auction && auction.category() == 0) {
                int at = i;
                IntStream.of(local)
                        .filter(seen -> ((Person) events.get(seen)).id() == auction.seller())
                        .limit(1)
                        .forEach(seen -> add(
                                seen < at ? auction.time() : events.get(seen).time(),
                                auction.id(),
                                ((Person) events.get(seen)).name()));
            }
        }
    }

    /** Adds, after each sale, the average price of the last sales with the same key. */
    private void averages(ToLongFunction<Auction> key, int last) {
        Map<Long, List<Auction>> auctions = all(Auction.class, events).stream().collect(groupingBy(Auction::id));
        Map<Long, List<Bid>> bids = all(Bid.class, events).stream().collect(groupingBy(Bid::auction));
        Map<Long, List<Long>> sales = new HashMap<>();
        for (Closing closing : all(Closing.class, events)) {
            long highest = bids.getOrDefault(closing.auction(), List.of()).stream()
                    .filter(bid -> bid.time() <= closing.time())
                    .mapToLong(Bid::price)
                    .max()
                    .orElse(0);
            if (highest > 0) {
                long of = key.applyAsLong(
                        requireNonNull(auctions.get(closing.auction())).getFirst());
                List<Long> prices = sales.computeIfAbsent(of, none -> new ArrayList<>());
                prices.add(highest);
                List<Long> latest = prices.subList(Math.max(0, prices.size() - last), prices.size());
                add(
                        closing.time(),
                        of,
                        latest.stream().mapToLong(price -> price).sum() / latest.size());
            }
        }
    }

    /** A consumer of a window: its end and its events. */
    @FunctionalInterface
    private interface InWindow {
        void accept(long end, List<Event> events);
    }

    /** Calls {@code inWindow} for every window that has events. */
    private void windows(InWindow inWindow) {
        long size = feed.scenario().window();
        long slide = feed.scenario().slide();
        long last = events.getLast().time();
        for (long end = feed.start() + slide; end - size <= last; end += slide) {
            long before = end;
            List<Event> in = events.stream()
                    .filter(event -> event.time() >= before - size && event.time() < before)
                    .toList();
            if (!in.isEmpty()) {
                inWindow.accept(end, in);
            }
        }
    }

    private void mostBids() {
        windows((end, in) -> {
            Map<Long, Integer> counts = new HashMap<>();
            all(Bid.class, in).forEach(bid -> counts.merge(bid.auction(), 1, Integer::sum));
            List<Map.Entry<Long, Integer>> most = counts.entrySet().stream()
                    .sorted(Map.Entry.<Long, Integer>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey())
                            .reversed())
                    .limit(10)
                    .toList();
            add(end, 0, most);
        });
    }

    private void highest() {
        windows((end, in) -> add(
                end,
                0,
                all(Bid.class, in).stream()
                        .sorted(Comparator.comparing(Bid::price).thenComparing(Bid::id))
                        .toList()
                        .getLast()));
    }

    private void newSellers() {
        windows((end, in) -> {
            Map<Long, List<Auction>> bySeller = all(Auction.class, in).stream().collect(groupingBy(Auction::seller));
            all(Person.class, in).stream().map(Person::id).distinct().forEach(person -> {
                int opened = bySeller.getOrDefault(person, List.of()).size();
                if (opened > 0) {
                    add(end, person, opened);
                }
            });
        });
    }
}
