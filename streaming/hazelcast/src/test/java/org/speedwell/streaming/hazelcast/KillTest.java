package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hazelcast.config.Config;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Verifies that each event is in the results exactly once after the loss of a member. The test kills one of three
 * members at a random moment of a job, and a new member replaces it. {@code -Dspeedwell.kills=50} kills 50 members.
 */
@Tag("oracle")
@Tag("fault")
class KillTest {
    private static final int KILLS = Integer.getInteger("speedwell.kills", 3);
    private static final long SEED = Long.getLong("speedwell.seed", System.nanoTime());
    private static final int SALES = 40_000;
    private static final int SHOPS = 50;
    private static final int PARTS = 4;

    /** One partitioned source and one unpartitioned source. */
    private static final int SOURCES = PARTS + 1;

    private static final Duration HANGS = Duration.ofMinutes(3);

    /** A job with windows, a join and a state over a partitioned source and an unpartitioned one. */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            String to = arguments.getOrDefault("to", "");
            EventTime<Sale> time = EventTime.of(Sale::time);
            List<Sale> shops = LongStream.range(0, SHOPS)
                    .mapToObj(shop -> new Sale(shop, 0, 1_000 * shop))
                    .toList();
            Events<Sale> parts = Events.from(Gated.source(to, Sale.inParts(sales())), time);
            Events<Sale> whole = Events.from(Gated.source(to, Source.of(sales())), time);
            Events<Sale> joined = whole.keyLong(Sale::shop)
                    .hashJoin(
                            Events.from(Source.of(shops), time).keyLong(Sale::shop),
                            (sale, rows) -> new Sale(
                                    sale.shop(), sale.time(), rows.getFirst().amount() + sale.amount()));
            return parts.keyLong(Sale::shop)
                    .window(Window.sliding(Duration.ofMillis(400), Duration.ofMillis(100)))
                    .aggregate(Aggregates.count())
                    .to("counts", Results.sink(to + " counts"))
                    .and(joined.key(sale -> "" + sale.shop())
                            .window(Window.tumbling(Duration.ofMillis(250)))
                            .aggregate(Aggregates.max(Comparator.comparingLong(Sale::amount)))
                            .to("greatest", Results.sink(to + " greatest")))
                    .and(whole.keyLong(Sale::shop)
                            .mapStateful(StatefulMap.<Long, Sale, long[], WindowResult<Long, Long>>of(
                                    () -> new long[2], (sum, sale, at, results) -> {
                                        sum[0]++;
                                        sum[1] += sale.amount();
                                        results.accept(new WindowResult<>(sale.shop(), sum[0], at, sum[1]));
                                    }))
                            .to("sums", Results.sink(to + " sums")));
        }
    }

    private static List<Sale> sales() {
        return Sale.random(11, SALES);
    }

    @Test
    void eachEventCountsOnceAfterMemberLoss() {
        Random random = new Random(SEED);
        try (Members members = new Members(3, 1)) {
            for (int i = 0; i < KILLS; i++) {
                check(members, i, random);
            }
        }
    }

    private static void check(Members members, int number, Random random) {
        String to = "kill " + number + " of seed " + SEED;
        Gated.open(to, 0);
        ClusterJob job = HazelcastEngine.of(members.get(number + 1))
                .withParts(PARTS)
                .exactlyOnce(Duration.ofMillis(20))
                .start(Definition.class, Map.of("to", to), JobOptions.DEFAULT.named(to));
        int enough = random.nextInt(500, 8_000);
        Gated.open(to, 9_000); // nearly all events of the partitioned source
        await().atMost(HANGS).until(() -> Results.count(to + " sums") > enough);
        int snapshots = Gated.saved(to) + 3 * SOURCES; // enough for at least one complete snapshot
        await().atMost(HANGS).until(() -> Gated.saved(to) > snapshots);
        members.kill(number);
        Gated.open(to, Integer.MAX_VALUE);
        assertThat(job.await()).as("%s: whether it completed", to).isTrue();
        assertThat(Gated.sought(to))
                .as("%s: sources that went on from a snapshot", to)
                .isPositive();
        members.add(new Config());

        String all = to + ": ";
        assertThat(once(all, Results.take(to + " counts"))).as(all + "counts").isEqualTo(counts());
        assertThat(once(all, Results.take(to + " greatest")))
                .as(all + "greatest")
                .isEqualTo(greatest());
        assertThat(once(all, Results.take(to + " sums"))).as(all + "sums").isEqualTo(sums());
    }

    /** Returns the results by key and window. Results after the last snapshot arrive twice and must be equal. */
    private static Map<String, Object> once(String of, List<Object> results) {
        Map<String, Object> once = new HashMap<>();
        for (Object each : results) {
            WindowResult<?, ?> result = (WindowResult<?, ?>) each;
            Object before = once.put(result.key() + " " + result.start(), result.value());
            if (before != null) {
                assertThat(result.value()).as(of + result).isEqualTo(before);
            }
        }
        return once;
    }

    private static Map<String, Object> counts() {
        Map<String, Object> counts = new HashMap<>();
        for (Sale sale : sales()) {
            long last = sale.time() / 100 * 100;
            for (long start = last; start > sale.time() - 400; start -= 100) {
                counts.merge(sale.shop() + " " + start, 1L, (a, b) -> (Long) a + (Long) b);
            }
        }
        return counts;
    }

    private static Map<String, Object> greatest() {
        Map<String, Object> greatest = new HashMap<>();
        for (Sale sale : sales()) {
            Sale joined = new Sale(sale.shop(), sale.time(), 1_000 * sale.shop() + sale.amount());
            greatest.merge(
                    sale.shop() + " " + sale.time() / 250 * 250,
                    joined,
                    (a, b) -> ((Sale) b).amount() > ((Sale) a).amount() ? b : a);
        }
        return greatest;
    }

    private static Map<String, Object> sums() {
        Map<String, Object> sums = new HashMap<>();
        long[] count = new long[SHOPS];
        long[] sum = new long[SHOPS];
        for (Sale sale : sales()) {
            int shop = (int) sale.shop();
            count[shop]++;
            sum[shop] += sale.amount();
            sums.put(shop + " " + count[shop], sum[shop]);
        }
        return sums;
    }
}
