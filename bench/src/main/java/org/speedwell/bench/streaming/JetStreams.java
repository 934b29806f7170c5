package org.speedwell.bench.streaming;

import static com.hazelcast.jet.aggregate.AggregateOperations.counting;
import static com.hazelcast.jet.aggregate.AggregateOperations.maxBy;
import static com.hazelcast.jet.aggregate.AggregateOperations.topN;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.ComparatorEx;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.datamodel.KeyedWindowResult;
import com.hazelcast.jet.pipeline.BatchStage;
import com.hazelcast.jet.pipeline.JoinClause;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sinks;
import com.hazelcast.jet.pipeline.SourceBuilder;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.WindowDefinition;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.speedwell.bench.streaming.Feed.Bid;
import org.speedwell.bench.streaming.Feed.Event;
import org.speedwell.bench.streaming.Feed.Numbered;
import org.speedwell.bench.streaming.Feed.Sample;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;

/**
 * An engine that runs Hazelcast Jet: one member in this JVM that only listens on the loopback interface.
 *
 * <p>The configuration follows the benchmarks of Jet's authors. The source is cooperative and uses native timestamps. A
 * {@code rebalance()} before the key makes windows aggregate in one stage. The aggregates are Jet's own. There are no
 * snapshots, and garbage consists of young objects only.
 *
 * <p>Jet serializes the functions of a job, so these functions reach their data through static fields.
 */
final class JetStreams implements StreamEngine {
    private static @Nullable Feed feed;
    private static @Nullable Outlet outlet;

    private static final Aggregate<Sample, ?, Double> INTEGRAL = Aggregates.timeIntegral(Sample::value);

    private final HazelcastInstance member;
    private final int threads;

    JetStreams(int threads) {
        this.threads = threads;
        Config config = new Config("speedwell-bench");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(threads);
        member = Hazelcast.newHazelcastInstance(config);
    }

    static Feed feed() {
        return Objects.requireNonNull(feed, "no job has started");
    }

    static Outlet outlet() {
        return Objects.requireNonNull(outlet, "no job has started");
    }

    /** Sets the feed that the next job reads, and the consumer of its results. */
    static void set(Feed toRun, Outlet results) {
        feed = toRun;
        outlet = results;
    }

    HazelcastInstance member() {
        return member;
    }

    /** Passes a result to the outlet and returns false, so that a filter drops it. */
    private static boolean handOver(long time, Object key, Object value) {
        outlet().accept(time, key, value);
        return false;
    }

    @Override
    public RunningJob start(Feed toRun, Outlet results) {
        set(toRun, results);
        Job job = member.getJet()
                .newJob(
                        pipeline(toRun.scenario()),
                        new JobConfig()
                                .setProcessingGuarantee(ProcessingGuarantee.NONE)
                                .setMetricsEnabled(false));
        return new RunningJob() {
            @Override
            public void await() {
                job.join();
            }

            @Override
            public void cancel() {
                job.cancel();
                try {
                    job.join();
                } catch (CancellationException e) {
                    // cancel() causes this exception
                }
            }
        };
    }

    private Pipeline pipeline(Scenario scenario) {
        Pipeline pipeline = Pipeline.create();
        WindowDefinition window = scenario.window() == 0
                ? WindowDefinition.tumbling(1) // the scenario has no windows
                : WindowDefinition.sliding(scenario.window(), scenario.slide());
        StreamStage<?> results = switch (scenario) {
            case SLIDING_10K, SLIDING_10K_RANDOM, SLIDING_100K_RANDOM, SLIDING_1M_RANDOM ->
                windows(this.<Numbered>events(pipeline)
                        .rebalance()
                        .groupingKey(Numbered::number)
                        .window(window)
                        .aggregate(counting()));
            case SLIDING_10K_OBJECTS ->
                windows(this.<Numbered>events(pipeline)
                        .rebalance()
                        .groupingKey(Numbered::number)
                        .window(window)
                        .aggregate(tally()));
            case SENSORS ->
                windows(this.<Sample>events(pipeline)
                        .rebalance()
                        .groupingKey(sample -> (long) sample.sensor())
                        .window(window)
                        .aggregate(integral()));
            case NEXMARK_1 ->
                bids(this.<Bid>events(pipeline)
                        .map(bid -> new Bid(bid.id(), bid.time(), bid.auction(), bid.price() * 8 / 10)));
            case NEXMARK_2 -> bids(this.<Bid>events(pipeline).filter(bid -> bid.auction() % 128 == 0));
            case NEXMARK_3 ->
                this.<Event>events(pipeline)
                        .filter(LocalSeller::isWanted)
                        .groupingKey(Sellers::person)
                        .<LocalSeller, LocalSeller.Opened>flatMapStateful(
                                feed().timeToLive(),
                                LocalSeller::new,
                                (seller, key, event) -> Traversers.traverseIterable(seller.take(event)),
                                (seller, key, time) -> Traversers.empty())
                        .filter(opened -> handOver(opened.time(), opened.auction(), opened.seller()));
            case NEXMARK_4 ->
                averages(sales(pipeline)
                        .groupingKey(winning -> (long) winning.category())
                        .mapStateful(LatestPrices::new, (prices, key, winning) -> prices.ofCategory(winning)));
            case NEXMARK_6 ->
                averages(sales(pipeline)
                        .groupingKey(Sale.Winning::seller)
                        .mapStateful(LatestPrices::new, (prices, key, winning) -> prices.ofSeller(winning)));
            case NEXMARK_5 -> {
                long slide = scenario.slide();
                yield this.<Bid>events(pipeline)
                        .rebalance()
                        .groupingKey(Bid::auction)
                        .window(window)
                        .aggregate(counting())
                        .window(WindowDefinition.tumbling(slide))
                        .aggregate(topN(
                                10,
                                ComparatorEx.<KeyedWindowResult<Long, Long>>comparingLong(KeyedWindowResult::result)
                                        .thenComparing(KeyedWindowResult::key)))
                        .filter(result -> handOver(result.end(), 0L, result.result()));
            }
            case NEXMARK_7 ->
                this.<Bid>events(pipeline)
                        .window(window)
                        .aggregate(maxBy(ComparatorEx.comparingLong(Bid::price).thenComparingLong(Bid::id)))
                        .filter(result -> handOver(result.end(), 0L, result.result()));
            case NEXMARK_8 ->
                windows(this.<Event>events(pipeline)
                        .rebalance()
                        .groupingKey(Sellers::person)
                        .window(window)
                        .aggregate(sellers())
                        .filter(result -> result.result() > 0));
            case NEXMARK_9 ->
                sales(pipeline).filter(winning -> handOver(winning.time(), winning.seller(), winning.price()));
            case NEXMARK_11 ->
                windows(this.<Bid>events(pipeline)
                        .rebalance()
                        .groupingKey(Bid::auction)
                        .window(WindowDefinition.session(scenario.window()))
                        .aggregate(counting()));
            case NEXMARK_12 ->
                windows(this.<Bid>events(pipeline)
                        .rebalance()
                        .groupingKey(Bid::auction)
                        .window(window)
                        .aggregate(counting()));
            case NEXMARK_13 -> {
                BatchStage<Map.Entry<Long, String>> sides =
                        pipeline.readFrom(SourceBuilder.batch("sides", context -> context)
                                .<Map.Entry<Long, String>>fillBufferFn((context, buffer) -> {
                                    Feed.SIDES.forEach(side -> buffer.add(Map.entry(side.key(), side.value())));
                                    buffer.close();
                                })
                                .build());
                yield this.<Bid>events(pipeline)
                        .hashJoin(sides, JoinClause.joinMapEntries(Bid::auction), (bid, side) -> {
                            if (side != null) {
                                handOver(bid.time(), bid.id(), side);
                            }
                            return bid;
                        })
                        .filter(bid -> false);
            }
            case NEXMARK_20 ->
                this.<Event>events(pipeline)
                        .groupingKey(Sale::auction)
                        .<Feed.Auction[], Event>flatMapStateful(
                                feed().scenario().keys(),
                                () -> new Feed.Auction[1],
                                (opened, key, event) -> {
                                    if (event instanceof Feed.Auction auction && Feed.isWanted(auction)) {
                                        opened[0] = auction;
                                    }
                                    if (event instanceof Bid bid && opened[0] != null) {
                                        handOver(bid.time(), bid.id(), opened[0].seller());
                                    }
                                    return Traversers.empty();
                                },
                                (opened, key, time) -> Traversers.empty());
            case YAHOO ->
                windows(this.<Ads.AdEvent>events(pipeline)
                        .filter(Ads::isView)
                        .map(Ads::view)
                        .map(view -> Ads.joined(view, Ads.campaign(view)))
                        .rebalance()
                        .groupingKey(view -> (long) view.campaign())
                        .window(window)
                        .aggregate(counting()));
        };
        results.writeTo(Sinks.noop());
        return pipeline;
    }

    /**
     * Returns the sales of all auctions. Jet drops the state of an auction if no event comes for longer than any
     * auction lasts.
     */
    private StreamStage<Sale.Winning> sales(Pipeline pipeline) {
        return this.<Event>events(pipeline)
                .groupingKey(Sale::auction)
                .<Sale, Sale.Winning>flatMapStateful(
                        3L * feed().scenario().keys(),
                        Sale::new,
                        (sale, key, event) -> Traversers.traverseIterable(sale.take(event)),
                        (sale, key, time) -> Traversers.empty());
    }

    private static StreamStage<LatestPrices.Average> averages(StreamStage<LatestPrices.Average> averages) {
        return averages.filter(average -> handOver(average.time(), average.key(), average.price()));
    }

    private <T extends Event> StreamStage<T> events(Pipeline pipeline) {
        return pipeline.readFrom(Sources.<T>streamFromProcessorWithWatermarks(
                        "feed", true, policy -> ProcessorMetaSupplier.of(() -> new JetFeed<>(policy))))
                .withNativeTimestamps(0)
                .setLocalParallelism(threads);
    }

    private static <R> StreamStage<KeyedWindowResult<Long, R>> windows(
            StreamStage<KeyedWindowResult<Long, R>> results) {
        return results.filter(result -> handOver(result.end(), result.key(), result.result()));
    }

    private static StreamStage<Bid> bids(StreamStage<Bid> bids) {
        return bids.filter(bid -> handOver(bid.time(), bid.id(), bid));
    }

    /** Returns Speedwell's aggregate for Jet, which has none of this kind. */
    private static AggregateOperation1<Sample, ?, Double> integral() {
        return wrapped();
    }

    @SuppressWarnings("unchecked") // the aggregate itself creates the accumulator
    private static <A> AggregateOperation1<Sample, A, Double> wrapped() {
        return AggregateOperation.withCreate(() -> ((Aggregate<Sample, A, Double>) INTEGRAL).create())
                .andAccumulate((A accumulator, Sample sample) ->
                        ((Aggregate<Sample, A, Double>) INTEGRAL).accumulate(accumulator, sample, sample.time()))
                .andCombine(
                        (accumulator, other) -> ((Aggregate<Sample, A, Double>) INTEGRAL).combine(accumulator, other))
                .andExportFinish(accumulator -> ((Aggregate<Sample, A, Double>) INTEGRAL).finish(accumulator));
    }

    private static AggregateOperation1<Numbered, Tally, Double> tally() {
        return AggregateOperation.withCreate(Tally::new)
                .<Numbered>andAccumulate(Tally::add)
                .andCombine(Tally::combine)
                .andDeduct(Tally::deduct)
                .andExportFinish(Tally::result);
    }

    private static AggregateOperation1<Event, Sellers, Long> sellers() {
        return AggregateOperation.withCreate(Sellers::new)
                .<Event>andAccumulate(Sellers::add)
                .andCombine(Sellers::combine)
                .andExportFinish(Sellers::result);
    }

    @Override
    public void close() {
        member.shutdown();
    }
}
