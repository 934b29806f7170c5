package org.speedwell.streaming.nexmark;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.nexmark.Auctions.Auction;
import org.speedwell.streaming.nexmark.Auctions.Bid;
import org.speedwell.streaming.nexmark.Auctions.Event;
import org.speedwell.streaming.nexmark.Auctions.Person;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Queries of NEXMark, each against plain loops over the same bids. */
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

    /** Persons and the auctions that they opened in the same window, where there are both. */
    @Test
    void query8JoinsPersonsWithTheirAuctions() throws InterruptedException {
        List<Person> persons = Auctions.persons(2_000);
        List<Auction> auctions = Auctions.auctions(18_000);
        long size = 100;
        long slide = 50;
        Events<Event> events = Events.<Event>from(Source.of(persons), EventTime.of(Event::time))
                .merge(Events.from(Source.of(auctions), EventTime.of(Event::time)));
        List<WindowResult<Long, Seller>> results = run(events.keyLong(NexmarkTest::person)
                .window(Window.sliding(Duration.ofMillis(size), Duration.ofMillis(slide)))
                .aggregate(Aggregates.allOf(
                        Aggregates.<Event>max(Comparator.comparing(Person.class::isInstance)),
                        Aggregates.sum(event -> event instanceof Auction ? 1 : 0),
                        (event, opened) -> new Seller(event instanceof Person person ? person.name() : "", opened)))
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
