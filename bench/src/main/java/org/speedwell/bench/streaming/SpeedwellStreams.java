package org.speedwell.bench.streaming;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.speedwell.bench.streaming.Feed.Bid;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Numbered;
import org.speedwell.bench.streaming.Feed.Sample;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Sink;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** An engine that runs Speedwell. A filter at the end of each stage passes results to the outlet and drops them. */
final class SpeedwellStreams implements StreamEngine {
    private static final Comparator<WindowResult<Long, Long>> BY_BIDS =
            Comparator.<WindowResult<Long, Long>>comparingLong(WindowResult::value)
                    .thenComparing(WindowResult::key);
    private static final Comparator<Bid> BY_PRICE =
            Comparator.comparingLong(Bid::price).thenComparingLong(Bid::id);

    private final Engine engine;

    SpeedwellStreams(int threads) {
        engine = new Engine(threads);
    }

    @Override
    public RunningJob start(Feed feed, Outlet outlet) {
        Job job = engine.start(pipeline(feed, outlet));
        return new RunningJob() {
            @Override
            public void await() throws InterruptedException {
                Job.Status status = job.await();
                if (status != Job.Status.COMPLETED) {
                    throw new IllegalStateException("The job ended as " + status + ".");
                }
            }

            @Override
            public void cancel() {
                job.cancel();
            }
        };
    }

    /** Returns the pipeline of a feed's scenario, for Speedwell's own threads or for Hazelcast. */
    static Pipeline pipeline(Feed feed, Outlet outlet) {
        Scenario scenario = feed.scenario();
        Window window = scenario.window() == 0
                ? Window.tumbling(Duration.ofMillis(1)) // the scenario has no windows
                : Window.sliding(Duration.ofMillis(scenario.window()), Duration.ofMillis(scenario.slide()));
        return switch (scenario) {
            case SLIDING_10K, SLIDING_10K_RANDOM, SLIDING_100K_RANDOM, SLIDING_1M_RANDOM ->
                results(
                        SpeedwellStreams.<Numbered>events(feed)
                                .keyLong(Numbered::number)
                                .window(window)
                                .aggregate(Aggregates.count()),
                        outlet);
            case SLIDING_10K_OBJECTS ->
                results(
                        SpeedwellStreams.<Numbered>events(feed)
                                .keyLong(Numbered::number)
                                .window(window)
                                .aggregate(Aggregate.<Numbered, Tally, Double>of(
                                        Tally::new,
                                        (tally, event, time) -> tally.add(event),
                                        Tally::combine,
                                        Tally::deduct,
                                        Tally::result)),
                        outlet);
            case SENSORS ->
                results(
                        SpeedwellStreams.<Sample>events(feed)
                                .keyLong(Sample::sensor)
                                .window(window)
                                .aggregate(Aggregates.timeIntegral(Sample::value)),
                        outlet);
            case NEXMARK_1 ->
                bids(
                        SpeedwellStreams.<Bid>events(feed)
                                .map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10)),
                        outlet);
            case NEXMARK_2 -> bids(SpeedwellStreams.<Bid>events(feed).filter(bid -> bid.auction() % 128 == 0), outlet);
            case NEXMARK_3 ->
                SpeedwellStreams.<Event>events(feed)
                        .filter(LocalSeller::isWanted)
                        .keyLong(Sellers::person)
                        .mapStateful(StatefulMap.<Long, Event, LocalSeller, LocalSeller.Opened>of(
                                        LocalSeller::new,
                                        (seller, event, time, opened) ->
                                                seller.take(event).forEach(opened))
                                .timeToLive(Duration.ofMillis(feed.timeToLive())))
                        .filter(opened -> {
                            outlet.accept(opened.time(), opened.auction(), opened.seller());
                            return false;
                        })
                        .to(Sink.of(opened -> {}));
            case NEXMARK_4 ->
                averages(
                        sales(feed)
                                .keyLong(Sale.Winning::category)
                                .mapStateful(StatefulMap.of(
                                        LatestPrices::new,
                                        (prices, winning, time, averages) ->
                                                averages.accept(prices.ofCategory(winning)))),
                        outlet);
            case NEXMARK_6 ->
                averages(
                        sales(feed)
                                .keyLong(Sale.Winning::seller)
                                .mapStateful(StatefulMap.of(
                                        LatestPrices::new,
                                        (prices, winning, time, averages) ->
                                                averages.accept(prices.ofSeller(winning)))),
                        outlet);
            case NEXMARK_5 ->
                results(
                        SpeedwellStreams.<Bid>events(feed)
                                .keyLong(Bid::auction)
                                .window(window)
                                .aggregate(Aggregates.count())
                                .keyLong(count -> 0)
                                .window(Window.tumbling(Duration.ofMillis(scenario.slide())))
                                .aggregate(Aggregates.top(10, BY_BIDS)),
                        outlet);
            case NEXMARK_7 ->
                results(
                        SpeedwellStreams.<Bid>events(feed)
                                .keyLong(bid -> 0)
                                .window(window)
                                .aggregate(Aggregates.max(BY_PRICE)),
                        outlet);
            case NEXMARK_8 ->
                results(
                        SpeedwellStreams.<Event>events(feed)
                                .keyLong(Sellers::person)
                                .window(window)
                                .aggregate(Aggregate.<Event, Sellers, Long>of(
                                        Sellers::new,
                                        (sellers, event, time) -> sellers.add(event),
                                        Sellers::combine,
                                        null,
                                        Sellers::result))
                                .filter(result -> result.value() > 0),
                        outlet);
            case NEXMARK_9 ->
                sales(feed)
                        .filter(winning -> {
                            outlet.accept(winning.time(), winning.seller(), winning.price());
                            return false;
                        })
                        .to(Sink.of(winning -> {}));
            case NEXMARK_11 ->
                results(
                        SpeedwellStreams.<Bid>events(feed)
                                .keyLong(Bid::auction)
                                .window(Window.session(Duration.ofMillis(scenario.window())))
                                .aggregate(Aggregates.count()),
                        outlet);
            case NEXMARK_12 ->
                results(
                        SpeedwellStreams.<Bid>events(feed)
                                .keyLong(Bid::auction)
                                .window(window)
                                .aggregate(Aggregates.count()),
                        outlet);
            case NEXMARK_13 ->
                SpeedwellStreams.<Bid>events(feed)
                        .keyLong(Bid::auction)
                        .hashJoin(
                                Events.from(Source.of(Feed.SIDES), EventTime.of(side -> 0))
                                        .keyLong(Feed.Side::key),
                                (bid, sides) -> {
                                    if (!sides.isEmpty()) {
                                        outlet.accept(
                                                bid.time(),
                                                bid.id(),
                                                sides.getFirst().value());
                                    }
                                    return bid;
                                })
                        .filter(bid -> false)
                        .to(Sink.of(bid -> {}));
            case NEXMARK_20 -> {
                Events<Event> events = events(feed);
                yield events.filter(event -> event instanceof Feed.Auction auction && Feed.isWanted(auction))
                        .keyLong(Sale::auction)
                        .intervalJoin(
                                events.filter(event -> event instanceof Bid).keyLong(Sale::auction),
                                Duration.ZERO,
                                Duration.ofMillis(scenario.keys()))
                        .inner((auction, bid) -> {
                            outlet.accept(bid.time(), ((Bid) bid).id(), ((Feed.Auction) auction).seller());
                            return bid;
                        })
                        .filter(bid -> false)
                        .to(Sink.of(bid -> {}));
            }
            case YAHOO ->
                results(
                        SpeedwellStreams.<Ads.AdEvent>events(feed)
                                .filter(Ads::isView)
                                .map(Ads::view)
                                .enrich(Ads::campaign, Ads::joined)
                                .keyLong(Ads.CampaignView::campaign)
                                .window(window)
                                .aggregate(Aggregates.count()),
                        outlet);
        };
    }

    /** Returns the events of the feed, which all have one type. */
    @SuppressWarnings("unchecked") // the scenario determines the type
    private static <T extends Event> Events<T> events(Feed feed) {
        List<Source<T>> sources = new ArrayList<>();
        Feed.Maker maker = feed.maker();
        int parts = feed.parts();
        for (int i = 0; i < parts; i++) {
            int part = i;
            sources.add(Source.rate(
                    Instant.ofEpochMilli(feed.start()), feed.rateOfPart(), feed.countOfPart(), (number, time) ->
                            (T) maker.make(number * parts + part, time)));
        }
        return feed.isByArrival()
                ? Events.from(sources, EventTime.arrival(feed.clock()))
                : Events.from(sources, EventTime.of(Event::time));
    }

    private static Events<Sale.Winning> sales(Feed feed) {
        return SpeedwellStreams.<Event>events(feed)
                .keyLong(Sale::auction)
                .mapStateful(StatefulMap.<Long, Event, Sale, Sale.Winning>of(
                                Sale::new,
                                (sale, event, time, winnings) ->
                                        sale.take(event).forEach(winnings))
                        .expiringAt((sale, latest) -> sale.isClosed() ? latest : Long.MAX_VALUE));
    }

    private static Pipeline averages(Events<LatestPrices.Average> averages, Outlet outlet) {
        return averages.filter(average -> {
                    outlet.accept(average.time(), average.key(), average.price());
                    return false;
                })
                .to(Sink.of(average -> {}));
    }

    private static <K, R> Pipeline results(Events<WindowResult<K, R>> results, Outlet outlet) {
        return results.filter(result -> {
                    outlet.accept(result.end(), result.key(), result.value());
                    return false;
                })
                .to(Sink.of(result -> {}));
    }

    private static Pipeline bids(Events<Bid> bids, Outlet outlet) {
        return bids.filter(bid -> {
                    outlet.accept(bid.time(), bid.id(), bid);
                    return false;
                })
                .to(Sink.of(bid -> {}));
    }

    @Override
    public void close() {
        engine.close();
    }
}
