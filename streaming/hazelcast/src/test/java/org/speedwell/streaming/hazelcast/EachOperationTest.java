package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.speedwell.streaming.Engine;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/** Compares each operation on two members with the same definition on one machine. */
@Tag("oracle")
class EachOperationTest {
    private static final List<Sale> SALES = Sale.random(7, 5_000);
    private static final Window SLIDING = Window.sliding(Duration.ofMillis(100), Duration.ofMillis(20));
    private static Members members;

    enum Case {
        STATELESS,
        COUNTS_BY_NUMBER,
        SUMS_BY_NUMBER,
        AVERAGES_BY_OBJECT,
        TUMBLING_GREATEST,
        SESSIONS,
        OF_ALL,
        STATEFUL,
        EXPIRING,
        JOIN,
        GROUP,
        WINDOWS_OF_WINDOWS,
        FORK,
        OWN_AGGREGATE,
        ONE_SOURCE
    }

    /** A job with the operation that its arguments name. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            String to = arguments.getOrDefault("to", "");
            EventTime<Sale> time = EventTime.of(Sale::time);
            Events<Sale> sales = Events.from(Sale.inParts(SALES), time);
            return switch (Case.valueOf(arguments.getOrDefault("case", ""))) {
                case STATELESS ->
                    sales.filter(sale -> sale.amount() > 20)
                            .map(Sale::amount)
                            .flatMap(amount -> Stream.of(amount, -amount))
                            .enrich(amount -> Optional.of(amount % 7), (amount, rest) -> amount + " " + rest)
                            .to(Results.sink(to));
                case COUNTS_BY_NUMBER ->
                    sales.keyLong(Sale::shop)
                            .window(SLIDING)
                            .aggregate(Aggregates.count())
                            .to(Results.sink(to));
                case SUMS_BY_NUMBER ->
                    sales.keyLong(Sale::shop)
                            .window(SLIDING)
                            .aggregate(Aggregates.sum(Sale::amount))
                            .to(Results.sink(to));
                case AVERAGES_BY_OBJECT ->
                    sales.key(sale -> "shop " + sale.shop())
                            .window(SLIDING)
                            .aggregate(Aggregates.average(Sale::amount))
                            .to(Results.sink(to));
                case TUMBLING_GREATEST ->
                    sales.keyLong(Sale::shop)
                            .window(Window.tumbling(Duration.ofMillis(50)))
                            .aggregate(Aggregates.max(Comparator.comparingLong(Sale::amount)))
                            .map(result -> result.key() + " " + result.end() + " "
                                    + result.value().amount())
                            .to(Results.sink(to));
                case SESSIONS ->
                    sales.keyLong(Sale::shop)
                            .window(Window.session(Duration.ofMillis(30)))
                            .aggregate(Aggregates.variance(Sale::amount))
                            .map(result -> result.key() + " " + result.end() + " "
                                    + result.value().count())
                            .to(Results.sink(to));
                case OF_ALL ->
                    sales.window(SLIDING)
                            .aggregate(Aggregates.distinct(Sale::amount))
                            .to(Results.sink(to));
                case STATEFUL ->
                    Events.from(Source.of(SALES), time)
                            .keyLong(Sale::shop)
                            .mapStateful(StatefulMap.<Long, Sale, long[], String>of(
                                    () -> new long[1], (sum, sale, at, results) -> {
                                        sum[0] += sale.amount();
                                        results.accept(sale.shop() + " " + sum[0]);
                                    }))
                            .to(Results.sink(to));
                case EXPIRING ->
                    Events.from(Source.of(SALES), time)
                            .key(Sale::shop)
                            .mapStateful(StatefulMap.<Long, Sale, long[], String>of(
                                            () -> new long[1], (sum, sale, at, results) -> sum[0] += sale.amount())
                                    .timeToLive(Duration.ofMillis(60))
                                    .onExpiry((shop, sum, results) -> results.accept(shop + " " + sum[0])))
                            .to(Results.sink(to));
                case JOIN ->
                    sales.keyLong(Sale::shop)
                            .hashJoin(
                                    Events.from(Source.of(SALES.subList(0, 40)), time)
                                            .keyLong(Sale::shop),
                                    (sale, rows) -> sale + " " + rows.size())
                            .to(Results.sink(to));
                case GROUP ->
                    sales.key(Sale::shop)
                            .coGroup(Events.from(Sale.inParts(SALES.subList(100, 3_000)), time)
                                    .filter(sale -> sale.amount() > 50)
                                    .key(Sale::shop))
                            .aggregate(
                                    SLIDING,
                                    Aggregates.sum(Sale::amount),
                                    Aggregates.count(),
                                    (sum, count) -> sum + " " + count)
                            .to(Results.sink(to));
                case WINDOWS_OF_WINDOWS ->
                    sales.keyLong(Sale::shop)
                            .window(Window.tumbling(Duration.ofMillis(20)))
                            .aggregate(Aggregates.sum(Sale::amount))
                            .keyLong(result -> result.key() % 3)
                            .window(Window.tumbling(Duration.ofMillis(200)))
                            .aggregate(Aggregates.sum(result -> result.value()))
                            .to(Results.sink(to));
                case FORK -> {
                    Events<Sale> large = sales.filter(sale -> sale.amount() > 50);
                    yield large.keyLong(Sale::shop)
                            .window(SLIDING)
                            .aggregate(Aggregates.count())
                            .to("counts", Results.sink(to))
                            .and(large.merge(sales.map(sale -> new Sale(sale.shop(), sale.time(), -sale.amount())))
                                    .to("all", Results.sink(to)));
                }
                case OWN_AGGREGATE ->
                    sales.keyLong(Sale::shop)
                            .window(SLIDING)
                            .aggregate(Aggregate.<Sale, long[], Long>of(
                                    () -> new long[1],
                                    (sum, sale, at) -> sum[0] += sale.amount() * sale.amount(),
                                    (sum, other) -> sum[0] += other[0],
                                    (sum, other) -> sum[0] -= other[0],
                                    sum -> sum[0]))
                            .to(Results.sink(to));
                case ONE_SOURCE ->
                    Events.from(Source.of(SALES), time)
                            .keyLong(Sale::shop)
                            .window(SLIDING)
                            .aggregate(Aggregates.count())
                            .to(Results.sink(to));
            };
        }
    }

    @BeforeAll
    static void start() {
        members = new Members(2, 2);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    @ParameterizedTest
    @EnumSource
    void resultsEqualThoseOfOneMachine(Case of) throws InterruptedException {
        String local = UUID.randomUUID().toString();
        try (Engine engine = new Engine(2)) {
            engine.start(new Definition(), Map.of("case", of.name(), "to", local), JobOptions.DEFAULT)
                    .await();
        }
        String spread = UUID.randomUUID().toString();
        boolean completed = HazelcastEngine.of(members.get(0))
                .start(Definition.class, Map.of("case", of.name(), "to", spread), JobOptions.DEFAULT.named(of.name()))
                .await();

        assertThat(completed).isTrue();
        Map<Object, Long> difference = new HashMap<>();
        List<Object> expected = Results.take(local);
        expected.forEach(each -> difference.merge(each, -1L, Long::sum));
        Results.take(spread).forEach(each -> difference.merge(each, 1L, Long::sum));
        difference.values().removeIf(count -> count == 0);
        assertThat(expected).isNotEmpty();
        assertThat(difference)
                .as("how often each result is too much, or missing")
                .isEmpty();
    }
}
