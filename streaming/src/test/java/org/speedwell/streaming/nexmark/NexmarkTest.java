package org.speedwell.streaming.nexmark;

import static java.util.stream.Collectors.averagingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.nexmark.Auctions.Auction;
import org.speedwell.streaming.nexmark.Auctions.Bid;
import org.speedwell.streaming.nexmark.Auctions.Event;
import org.speedwell.streaming.nexmark.Auctions.Person;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Queries 1 to 8 of NEXMark, each against plain loops over the same events. */
class NexmarkTest {
    private static final int DISORDER = 50;
    private static final List<Bid> BIDS = Auctions.bids(50_000, DISORDER);

    @Test
    void query1ConvertsPrices() throws InterruptedException {
        assertThat(run(bids().map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10))))
                .isEqualTo(BIDS.stream()
                        .map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10))
                        .toList());
    }

    @Test
    void query2SelectsAuctions() throws InterruptedException {
        assertThat(run(bids().filter(bid -> bid.auction() % 128 == 0).map(Bid::price)))
                .isEqualTo(BIDS.stream()
                        .filter(bid -> bid.auction() % 128 == 0)
                        .map(Bid::price)
                        .toList());
    }

    @Test
    void query5FindsTheAuctionsWithMostBids() throws InterruptedException {
        long size = 100;
        long slide = 20;
        Comparator<WindowResult<Long, Long>> byBids = Comparator.<WindowResult<Long, Long>>comparingLong(
                        WindowResult::value)
                .thenComparing(WindowResult::key);
        List<WindowResult<Integer, List<WindowResult<Long, Long>>>> results = run(bids().keyLong(Bid::auction)
                .window(Window.sliding(Duration.ofMillis(size), Duration.ofMillis(slide)))
                .aggregate(Aggregates.count())
                .<Integer>key(result -> 0)
                .window(Window.tumbling(Duration.ofMillis(slide)))
                .aggregate(Aggregates.top(10, byBids)));

        Map<Long, List<WindowResult<Long, Long>>> top = new HashMap<>();
        results.forEach(result -> top.put(result.end(), result.value()));
        assertThat(top).hasSameSizeAs(results).isEqualTo(plainQuery5(size, slide, byBids));
    }

    private static Map<Long, List<WindowResult<Long, Long>>> plainQuery5(
            long size, long slide, Comparator<WindowResult<Long, Long>> byBids) {
        Set<Long> starts = new TreeSet<>();
        BIDS.forEach(bid -> {
            for (long start = Math.floorDiv(bid.time(), slide) * slide; start > bid.time() - size; start -= slide) {
                starts.add(start);
            }
        });
        Map<Long, List<WindowResult<Long, Long>>> top = new HashMap<>();
        for (long start : starts) {
            Map<Long, Long> counts = BIDS.stream()
                    .filter(bid -> bid.time() >= start && bid.time() < start + size)
                    .collect(groupingBy(Bid::auction, counting()));
            top.put(
                    start + size,
                    counts.entrySet().stream()
                            .map(entry -> new WindowResult<>(entry.getKey(), start, start + size, entry.getValue()))
                            .sorted(byBids.reversed())
                            .limit(10)
                            .toList());
        }
        return top;
    }

    @Test
    void query7FindsTheHighestBid() throws InterruptedException {
        List<WindowResult<Long, Bid>> results = run(bids().keyLong(bid -> 0)
                .window(Window.tumbling(Duration.ofMillis(10)))
                .aggregate(Aggregates.max(Comparator.comparingLong(Bid::price).thenComparingLong(Bid::id))));

        Map<Long, Bid> highest = new HashMap<>();
        BIDS.forEach(bid -> highest.merge(
                Math.floorDiv(bid.time(), 10) * 10,
                bid,
                (a, b) -> a.price() > b.price() || (a.price() == b.price() && a.id() > b.id()) ? a : b));
        Map<Long, Bid> found = new HashMap<>();
        results.forEach(result -> found.put(result.start(), result.value()));
        assertThat(found).hasSameSizeAs(results).isEqualTo(highest);
    }

    /** Sellers of three states with the auctions of one category that they open, before or after they come. */
    @Test
    void query3FindsLocalSellers() throws InterruptedException {
        List<Person> persons = Auctions.persons(1_000);
        List<Auction> auctions = Auctions.auctions(9_000);
        Events<Event> events = Events.<Event>from(Source.of(persons), EventTime.of(Event::time))
                .filter(event -> event instanceof Person person && isLocal(person))
                .merge(Events.<Event>from(Source.of(auctions), EventTime.of(Event::time))
                        .filter(event -> event instanceof Auction auction && auction.category() == 0));
        List<String> results = run(events.keyLong(NexmarkTest::person)
                .mapStateful(StatefulMap.<Long, Event, LocalSeller, String>of(LocalSeller::new, LocalSeller::take)
                        .timeToLive(Duration.ofSeconds(10))));

        List<String> expected = new ArrayList<>();
        for (Auction auction : auctions) {
            persons.stream()
                    .filter(person -> isLocal(person) && auction.category() == 0 && auction.seller() == person.id())
                    .forEach(person -> expected.add(person.name() + " " + person.state() + " " + auction.id()));
        }
        assertThat(results).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
    }

    private static boolean isLocal(Person person) {
        return person.state() == 3 || person.state() == 7 || person.state() == 11;
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

    private static final int DURATION = 200;
    private static final List<Auction> EXPIRING = Auctions.expiring(5_000, DURATION);
    private static final List<Bid> BIDS_ON = Auctions.bidsOn(EXPIRING, DURATION);

    private record Sale(long seller, int category, long price, long expires) {}

    /** An auction until it expires, with the highest bid that came in time. */
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

    /** Auctions before bids of the same time. */
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

    /** In the order in which the auctions expire. */
    private static List<Sale> plainSales() {
        Map<Long, List<Bid>> byAuction = BIDS_ON.stream().collect(groupingBy(Bid::auction));
        return EXPIRING.stream()
                .map(auction -> new Sale(
                        auction.seller(),
                        auction.category(),
                        byAuction.getOrDefault(auction.id(), List.of()).stream()
                                .filter(bid -> bid.time() < auction.expires())
                                .mapToLong(Bid::price)
                                .max()
                                .orElse(-1),
                        auction.expires()))
                .filter(sale -> sale.price >= 0)
                .sorted(Comparator.comparingLong(Sale::expires))
                .toList();
    }

    @Test
    void query4AveragesWinningBidsByCategory() throws InterruptedException {
        List<Map.Entry<Integer, Double>> results = run(sales().key(Sale::category)
                .mapStateful(StatefulMap.<Integer, Sale, long[], Map.Entry<Integer, Double>>of(
                        () -> new long[2], (totals, sale, time, averages) -> {
                            totals[0]++;
                            totals[1] += sale.price;
                            averages.accept(Map.entry(sale.category, (double) totals[1] / totals[0]));
                        })));

        Map<Integer, Double> last = new HashMap<>();
        results.forEach(average -> last.put(average.getKey(), average.getValue()));
        assertThat(results).hasSameSizeAs(plainSales()).hasSizeGreaterThan(4_000);
        assertThat(last)
                .isEqualTo(plainSales().stream().collect(groupingBy(Sale::category, averagingLong(Sale::price))));
    }

    /** On one thread, which keeps the order of expiry between auctions. */
    @Test
    void query6AveragesTheLastTenWinningBidsOfASeller() throws InterruptedException {
        List<Map.Entry<Long, Double>> results = new ArrayList<>();
        try (Engine engine = new Engine(1)) {
            engine.start(sales().keyLong(Sale::seller)
                            .mapStateful(StatefulMap.<Long, Sale, Deque<Sale>, Map.Entry<Long, Double>>of(
                                    ArrayDeque::new, (latest, sale, time, averages) -> {
                                        latest.add(sale);
                                        if (latest.size() > 10) {
                                            latest.remove();
                                        }
                                        averages.accept(Map.entry(sale.seller, average(latest)));
                                    }))
                            .to(Sink.of(results::add)))
                    .await();
        }

        List<Map.Entry<Long, Double>> expected = new ArrayList<>();
        Map<Long, List<Sale>> bySeller = new HashMap<>();
        for (Sale sale : plainSales()) {
            List<Sale> all = bySeller.computeIfAbsent(sale.seller, none -> new ArrayList<>());
            all.add(sale);
            expected.add(Map.entry(sale.seller, average(all.subList(Math.max(0, all.size() - 10), all.size()))));
        }
        assertThat(results).isEqualTo(expected);
    }

    private static double average(Collection<Sale> sales) {
        return sales.stream().mapToLong(Sale::price).average().orElseThrow();
    }

    /** Persons and the auctions that they opened in the same window, where there are both. */
    @Test
    void query8JoinsPersonsWithTheirAuctions() throws InterruptedException {
        List<Person> persons = Auctions.persons(2_000);
        List<Auction> auctions = Auctions.auctions(18_000);
        long size = 100;
        long slide = 50;
        List<WindowResult<Long, Seller>> results = run(Events.from(Source.of(persons), EventTime.of(Person::time))
                .keyLong(Person::id)
                .coGroup(Events.from(Source.of(auctions), EventTime.of(Auction::time))
                        .keyLong(Auction::seller))
                .aggregate(
                        Window.sliding(Duration.ofMillis(size), Duration.ofMillis(slide)),
                        Aggregates.max(Comparator.comparingLong(Person::time)),
                        Aggregates.count(),
                        (person, opened) -> new Seller(person.map(Person::name).orElse(""), opened.orElse(0L)))
                .filter(result -> !result.value().name.isEmpty() && result.value().auctions > 0));

        Set<WindowResult<Long, Seller>> expected = new HashSet<>();
        for (long start = -slide; start < 200; start += slide) {
            for (Person person : persons) {
                long from = start;
                if (!in(person, from, from + size)) {
                    continue;
                }
                long opened = auctions.stream()
                        .filter(auction -> auction.seller() == person.id() && in(auction, from, from + size))
                        .count();
                if (opened > 0) {
                    expected.add(
                            new WindowResult<>(person.id(), start, start + size, new Seller(person.name(), opened)));
                }
            }
        }
        assertThat(new HashSet<>(results)).hasSameSizeAs(results).isEqualTo(expected);
    }

    private record Seller(String name, long auctions) {}

    private static long person(Event event) {
        return switch (event) {
            case Person person -> person.id();
            case Auction auction -> auction.seller();
            case Bid bid -> -1;
        };
    }

    private static boolean in(Event event, long start, long end) {
        return event.time() >= start && event.time() < end;
    }

    private static Events<Bid> bids() {
        return Events.from(Source.of(BIDS), EventTime.of(Bid::time).lag(Duration.ofMillis(DISORDER)));
    }

    private static <R> List<R> run(Events<R> query) throws InterruptedException {
        List<R> results = new ArrayList<>();
        try (Engine engine = new Engine(2)) {
            engine.start(query.to(Sink.of(results::add))).await();
        }
        return results;
    }
}
