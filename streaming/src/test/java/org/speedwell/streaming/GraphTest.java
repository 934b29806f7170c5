package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointMetrics;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** Tests forks, sinks, names and explanations of jobs, and the pipelines that the engine refuses. */
@Tag("unit")
class GraphTest {
    private static final Engine ENGINE = new Engine(2);
    private static final Window TENS = Window.tumbling(Duration.ofMillis(10));
    private static final Window DAY = Window.tumbling(Duration.ofDays(1));

    @AfterAll
    static void close() {
        ENGINE.close();
    }

    @Test
    void forkSendsEachEventToAllBranches() throws InterruptedException {
        Collected<Object> even = new Collected<>();
        Collected<Object> tens = new Collected<>();
        Collected<Object> days = new Collected<>();
        Events<Long> numbers = numbers(100);
        Pipeline pipeline = numbers.filter(number -> number % 2 == 0)
                .to(even)
                .and(numbers.window(TENS)
                        .aggregate(Aggregates.count())
                        .map(WindowResult::value)
                        .to(tens))
                .and(numbers.window(DAY)
                        .aggregate(Aggregates.sum(number -> number))
                        .map(WindowResult::value)
                        .to(days));

        Job job = ENGINE.start(pipeline);
        job.await();

        assertThat(even.events()).hasSize(50).contains(98L).doesNotContain(99L);
        assertThat(tens.events()).hasSize(10).containsOnly(10L);
        assertThat(days.events()).containsExactly(4950L);
        assertThat(job.metrics().events()).isEqualTo(100);
        assertThat(job.metrics().results()).isEqualTo(61);
    }

    @Test
    void branchesMerge() throws InterruptedException {
        Collected<Object> sums = new Collected<>();
        Events<Long> numbers = numbers(10);
        Events<Long> stateful = numbers.keyLong(number -> 0)
                .mapStateful(StatefulMap.of(() -> new long[1], (sum, number, time, results) -> {
                    sum[0] += number;
                    results.accept(sum[0]);
                }));
        Pipeline pipeline = numbers.merge(numbers)
                .merge(numbers.map(number -> 1000 * number))
                .merge(stateful.filter(sum -> sum == 45))
                .window(DAY)
                .aggregate(Aggregates.sum(number -> number))
                .map(WindowResult::value)
                .to(sums);

        ENGINE.start(pipeline).await();

        assertThat(sums.events()).containsExactly(45L + 45 + 45_000 + 45);
    }

    @Test
    void streamCanBeGroupedWithItself() throws InterruptedException {
        Collected<Object> both = new Collected<>();
        Keyed<Long, Long> numbers = numbers(10).keyLong(number -> number % 2);
        Pipeline pipeline = numbers.coGroup(numbers)
                .aggregate(
                        DAY,
                        Aggregates.count(),
                        Aggregates.sum(number -> number),
                        (count, sum) -> count.orElseThrow() + " " + sum.orElseThrow())
                .map(WindowResult::value)
                .to(both);

        ENGINE.start(pipeline).await();

        assertThat(both.events()).containsExactlyInAnyOrder("5 20", "5 25");
    }

    /** Verifies that each sender passes its watermarks on at the times that each receiver needs. */
    @Test
    void windowsOfDifferentStepsHaveTheSameLateEvents() throws InterruptedException {
        List<Long> disordered = List.of(5L, 12L, 9L, 27L, 11L, 100L, 31L);
        Collected<Object> tens = new Collected<>();
        Collected<Object> sessions = new Collected<>();
        Collected<Object> days = new Collected<>();
        Events<Long> numbers = Events.from(Source.of(disordered), EventTime.of(Long::longValue));
        Pipeline pipeline = numbers.window(TENS)
                .aggregate(Aggregates.count())
                .map(WindowResult::value)
                .to(tens)
                .and(numbers.window(Window.session(Duration.ofMillis(3)))
                        .aggregate(Aggregates.count())
                        .map(WindowResult::value)
                        .to(sessions))
                .and(numbers.window(DAY)
                        .aggregate(Aggregates.count())
                        .map(WindowResult::value)
                        .to(days));

        Job job = ENGINE.start(pipeline);
        job.await();

        assertThat(tens.events()).containsExactly(1L, 1L, 1L, 1L);
        assertThat(sessions.events()).containsExactlyInAnyOrder(1L, 1L, 1L, 1L);
        assertThat(days.events()).containsExactly(7L);
        assertThat(job.metrics().late()).isEqualTo(6);
    }

    @Test
    void graphDescribesItsVertices() {
        Graph graph = sales().graph();

        assertThat(graph).hasToString("""
                        1 sales
                        2 big from 1
                        3 per shop from 2 by number
                        4 view from 3
                        5 map (operation 4) from 2
                        6 Sliding[size=10, slide=10] (operation 6) from 1, 5 by object
                        7 sink 2 from 6""");
        assertThat(graph.vertices().getFirst().operation()).isInstanceOf(Operation.Read.class);
        Vertex last = graph.vertices().get(5);
        assertThat(last.operation()).isInstanceOf(Operation.Aggregation.class);
        assertThat(last.inputs().getFirst().from())
                .containsExactly(graph.vertices().getFirst(), graph.vertices().get(4));
        assertThat(last.inputs().getFirst().routing()).isInstanceOf(Edge.ByObject.class);
    }

    @Test
    void planIsExplainedWithMetricsOfItsTasklets() {
        Plan plan = new Plan(sales().graph(), 2, false, Plan.Place.THREADS);
        long second = 1_000_000_000;
        List<TaskletMetrics> tasklets = List.of(
                new TaskletMetrics("sales", "sales", second, 3_000_000, 0, 0, 0, 0, Map.of("records behind", 1_200L)),
                new TaskletMetrics("", "totals for per shop", second / 2, 2_500_000, 3, 8, 0, 0, Map.of()),
                new TaskletMetrics("per shop part 1", "per shop", second / 4, 1_000, 1, 8, 0, 0, Map.of()),
                new TaskletMetrics("per shop part 2", "per shop", second / 4, 1_500, 0, 8, 0, 0, Map.of()),
                new TaskletMetrics("view", "view", second / 100, 100, 0, 16, 0, 0, Map.of()),
                new TaskletMetrics("", "Sliding[size=10, slide=10] (operation 6)", 0, 0, 0, 8, 0, 0, Map.of()),
                new TaskletMetrics("sink 2", "sink 2", 0, 0, 0, 8, 0, 0, Map.of()));
        JobMetrics metrics = new JobMetrics(3_000_000, 5, 0, 0, 100, 0, 2 * second, tasklets, CheckpointMetrics.NONE);

        JobReport report = JobReport.of(plan, "sales", Job.Status.RUNNING, null, metrics);

        assertThat(report.toString()).isEqualTo("""
                        job "sales" RUNNING: 3,000,000 events, 5 late, 0 skipped and 100 results in 2.0 s
                           part                                      from            runs        takes   received   a second   busy  queue
                        1  sales                                                     1 tasklet           3,000,000  1,500,000  50 %
                        2  big                                       1               in 1
                           totals for per shop                       2 by number     1 tasklet   keys    2,500,000  1,250,000  25 %  3 of 8
                        3  per shop                                  2 by number     2 tasklets  totals  2,500      1,250      13 %  1 of 16
                        4  view                                      3               1 tasklet   events  100        50         1 %   0 of 16
                        5  map (operation 4)                         2               in 1
                        6  Sliding[size=10, slide=10] (operation 6)  1, 5 by object  1 tasklet   events  0          0          0 %   0 of 8
                        7  sink 2                                    6               1 tasklet   events  0          0          0 %   0 of 8
                        sales: 1,200 records behind""");
    }

    @Test
    void handOverNeedsSourceOnSameThread() {
        Keyed<Long, Long> keyed = numbers(10).filter(number -> number > 1).keyLong(number -> number % 2);
        Events<Long> distinct = keyed.window(TENS)
                .aggregate(Aggregates.<Long, Long>distinct(number -> number))
                .map(WindowResult::value);
        Events<Long> counts = keyed.window(TENS).aggregate(Aggregates.count()).map(WindowResult::value);
        Events<Long> behind = distinct.keyLong(count -> 0).mapStateful(StatefulMap.of(Object::new, (a, b, c, d) -> {}));
        Events<Long> byObject =
                numbers(10).key(number -> "").mapStateful(StatefulMap.of(Object::new, (a, b, c, d) -> {}));

        assertThat(handsOver(distinct, false, Plan.Place.ONE_THREAD)).isTrue();
        assertThat(handsOver(distinct, false, Plan.Place.THREADS)).isFalse();
        assertThat(handsOver(distinct, true, Plan.Place.ONE_THREAD)).isFalse();
        assertThat(handsOver(counts, false, Plan.Place.ONE_THREAD)).isFalse();
        assertThat(handsOver(behind, false, Plan.Place.ONE_THREAD)).isFalse();
        assertThat(handsOver(byObject, false, Plan.Place.ONE_THREAD)).isFalse();
    }

    /** Returns true if the last operation by key receives its events without a queue. */
    private static boolean handsOver(Events<Long> events, boolean evicts, Plan.Place place) {
        Graph graph = events.to(Sink.of(number -> {})).graph();
        Plan plan = new Plan(graph, 1, evicts, place);
        Vertex last = graph.vertices().reversed().stream()
                .filter(vertex -> vertex.operation() instanceof Operation.ByKey)
                .findFirst()
                .orElseThrow();
        return plan.lane(last.inputs().getFirst()).handsOver();
    }

    @Test
    void jobIsExplainedDuringAndAfterItsRun() throws InterruptedException {
        PushSource<Long> source = new PushSource<>(10);
        Job job = ENGINE.start(
                Events.from(source, EventTime.of(Long::longValue))
                        .named("pushed")
                        .to(Sink.of(number -> {})),
                JobOptions.DEFAULT.named("pushes"));
        assertThat(job.explain()).startsWith("job \"pushes\" RUNNING: ").contains("pushed");
        source.push(1L);
        job.drain();
        job.await();
        assertThat(job.explain())
                .startsWith("job \"pushes\" COMPLETED: 1 events, 0 late, 0 skipped and 1 results")
                .containsPattern("1 +pushed +1 tasklet +1 ")
                .containsPattern("2 +sink +1 +1 tasklet +events +1 ");
    }

    @Test
    void resultsThatMayDifferGiveWarning() throws InterruptedException {
        Events<Long> origin = numbers(10).named("origin");
        Events<Long> counts = origin.keyLong(number -> number)
                .window(TENS)
                .aggregate(Aggregates.count())
                .named("counts")
                .map(WindowResult::value);
        Events<Long> met = origin.merge(counts);
        Pipeline alike = met.window(TENS).aggregate(Aggregates.count()).to("alike", Sink.of(result -> {}));
        Pipeline unlike = met.window(Window.session(Duration.ofMillis(1)))
                .aggregate(Aggregates.count())
                .named("sessions")
                .to("first", Sink.of(result -> {}))
                .and(met.merge(numbers(10).named("others"))
                        .window(TENS)
                        .aggregate(Aggregates.count())
                        .named("all")
                        .to("second", Sink.of(result -> {})));

        assertThat(explained(alike)).doesNotContain("warning");
        assertThat(explained(unlike))
                .contains("warning: results of sessions may differ from run to run:"
                        + " the events of origin and counts reach it in no fixed order")
                .contains("warning: results of all may differ from run to run:"
                        + " which events are late depends on which of origin and others is ahead");
    }

    /**
     * Starts the job on two threads and on one. The partitions of an operation work in parallel, and one thread has one
     * partition.
     */
    @Test
    void secondKeyAfterPartitionsGivesWarning() throws InterruptedException {
        assertThat(explained(keyedTwice()))
                .containsOnlyOnce("warning")
                .contains("warning: results of sums may differ from"
                        + " run to run: the events of counts reach it in no fixed order"
                        + " if their keys in counts differ");
        try (Engine one = new Engine(1)) {
            assertThat(explained(keyedTwice(), one, JobOptions.DEFAULT)).doesNotContain("warning");
        }
        Pipeline oneKey = sums(numbers(10)
                        .window(TENS)
                        .aggregate(Aggregates.count())
                        .map(WindowResult::value))
                .to(Sink.of(sum -> {}));
        assertThat(explained(oneKey)).doesNotContain("warning");
    }

    private static Pipeline keyedTwice() {
        return sums(counts()).to(Sink.of(sum -> {}));
    }

    private static Events<Long> counts() {
        return numbers(10)
                .keyLong(number -> number % 3)
                .window(TENS)
                .aggregate(Aggregates.count())
                .named("counts")
                .map(WindowResult::value);
    }

    private static Events<Long> sums(Events<Long> of) {
        return of.keyLong(number -> number % 2)
                .mapStateful(StatefulMap.<Long, Long, long[], Long>of(
                        () -> new long[1], (sum, number, time, results) -> results.accept(sum[0] += number)))
                .named("sums");
    }

    /** Verifies that a join does not create an order that its input lacks. */
    @Test
    void orderAfterJoinGivesWarning() throws InterruptedException {
        Events<Long> both = numbers(10).named("some").merge(numbers(10).named("others"));
        Pipeline pipeline = sums(both.keyLong(number -> number)
                        .hashJoin(counts().keyLong(number -> number), (number, rows) -> number)
                        .named("joined"))
                .to(Sink.of(sum -> {}));
        assertThat(explained(pipeline).lines().filter(line -> line.startsWith("warning")))
                .containsExactlyInAnyOrder(
                        "warning: results of joined may differ from run to run: the events of counts reach it in no"
                                + " fixed order if their keys in counts differ: the order of the rows of a key depends"
                                + " on that",
                        "warning: results of sums may differ from run to run: the events of some and others reach"
                                + " joined in no fixed order");
    }

    @Test
    void aggregatedEarlyResultsGiveWarning() throws InterruptedException {
        Events<Long> early = numbers(10)
                .keyLong(number -> number)
                .window(TENS)
                .early(Duration.ofHours(1))
                .aggregate(Aggregates.count())
                .named("early")
                .map(WindowResult::value);
        Pipeline pipeline = early.keyLong(number -> number)
                .hashJoin(numbers(10).keyLong(number -> number), (number, rows) -> number)
                .window(TENS)
                .aggregate(Aggregates.count())
                .named("counts")
                .to(Sink.of(count -> {}));
        assertThat(explained(pipeline))
                .contains("warning: results of counts may differ from run to run: it receives early"
                        + " results of early by the clock, unless a filter removes them");
        assertThat(explained(numbers(10)
                        .window(TENS)
                        .early(Duration.ofHours(1))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(count -> {}))))
                .doesNotContain("warning");
    }

    @Test
    void evictionGivesWarning() throws InterruptedException {
        JobOptions evicting = JobOptions.DEFAULT.onKeyOverflow(KeyOverflow.EVICT);
        Pipeline byKey = numbers(10).window(TENS).aggregate(Aggregates.count()).to(Sink.of(count -> {}));
        assertThat(explained(byKey, ENGINE, evicting))
                .contains("warning: results may differ from run to run if keys are"
                        + " evicted: which keys are evicted depends on how events fall into batches");
        assertThat(explained(numbers(10).to(Sink.of(number -> {})), ENGINE, evicting))
                .doesNotContain("warning");
    }

    private static String explained(Pipeline pipeline) throws InterruptedException {
        return explained(pipeline, ENGINE, JobOptions.DEFAULT);
    }

    private static String explained(Pipeline pipeline, Engine engine, JobOptions options) throws InterruptedException {
        Job job = engine.start(pipeline, options);
        job.await();
        return job.explain();
    }

    @Test
    void taskletsUseNamesOfOperations() throws InterruptedException {
        Job job = ENGINE.start(numbers(10)
                .named("numbers")
                .keyLong(number -> number)
                .window(TENS)
                .aggregate(Aggregates.distinct(number -> number))
                .named("tens")
                .to("nowhere", Sink.of(number -> {})));
        job.await();

        assertThat(job.metrics().tasklets())
                .extracting(TaskletMetrics::name)
                .containsExactly("numbers", "tens part 1", "tens part 2", "nowhere");
    }

    @Test
    void failureShowsNameOfOperation() {
        Job job = ENGINE.start(
                numbers(1).map(number -> 1 / number).named("reciprocal").to(Sink.of(number -> {})));
        assertThatThrownBy(job::await).hasMessageContaining("reciprocal failed on 0");
    }

    @Test
    void severalSourcesShareAName() {
        EventTime<Long> times = EventTime.of(Long::longValue);
        Events<Long> two = Events.from(List.of(Source.of(List.of(1L)), Source.of(List.of(2L))), times);
        assertThat(two.named("shard").to(Sink.of(number -> {})).graph())
                .hasToString("1 shard 1\n2 shard 2\n3 sink from 1, 2");
    }

    @Test
    void duplicateNameIsRefused() {
        Events<Long> numbers = numbers(1).named("same");
        assertRefused(
                numbers.map(number -> number).named("same").to(Sink.of(number -> {})),
                "Two parts of the pipeline are named \"same\"."
                        + " Give each part its own name for metrics and checkpoints.");
    }

    @Test
    void blankNameIsRefused() {
        Events<Long> numbers = numbers(1);
        assertThatThrownBy(() -> numbers.named(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> numbers.to("", Sink.of(number -> {}))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namedEventsMayNotAlsoBeUsedUnnamed() {
        Events<Long> numbers = numbers(1);
        assertRefused(
                numbers.named("numbers").to(Sink.of(number -> {})).and(numbers.to(Sink.of(number -> {}))),
                "The operation named \"numbers\" also occurs under another name or without a name, and would run twice."
                        + " Use the events that named(\"numbers\") returned in all places.");
    }

    @Test
    void boundedSideNeedsItsOwnSources() {
        Events<Long> numbers = numbers(1);
        assertRefused(
                numbers.keyLong(number -> number)
                        .hashJoin(numbers.map(number -> -number).keyLong(number -> number), (number, found) -> number)
                        .to(Sink.of(number -> {})),
                "source 1 leads through map (operation 1) to the bounded side of a join, which the job reads first."
                        + " It also leads through hash join (operation 3) to a part that would wait for that side."
                        + " Give the bounded side its own sources.");
    }

    @Test
    void boundedSideServesTwoJoins() throws InterruptedException {
        Collected<Object> joined = new Collected<>();
        Keyed<Long, Long> bounded = numbers(5).keyLong(number -> number);
        Pipeline pipeline = numbers(10)
                .keyLong(number -> number)
                .hashJoin(bounded, (number, found) -> number + found.size())
                .keyLong(number -> number)
                .hashJoin(bounded, (number, found) -> number + 100L * found.size())
                .to(joined);

        ENGINE.start(pipeline).await();

        assertThat(joined.events()).containsExactlyInAnyOrder(101L, 102L, 103L, 104L, 5L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void sinkInPipelineTwiceIsRefused() {
        Collected<Long> sink = new Collected<>();
        Events<Long> numbers = numbers(1);
        Pipeline pipeline = numbers.to(sink).and(numbers.map(number -> -number).to(sink));
        assertThatThrownBy(() -> ENGINE.start(pipeline))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is in the pipeline twice");
    }

    @Test
    void startedPipelineIsRefusedAsPartOfAnother() throws InterruptedException {
        Pipeline pipeline = numbers(1).to(Sink.of(number -> {}));
        Pipeline other = numbers(1).to(Sink.of(number -> {}));
        ENGINE.start(pipeline.and(pipeline)).await();
        assertThatThrownBy(() -> ENGINE.start(other.and(pipeline)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("started before");
    }

    /**
     * Verifies that the number of stages grows with the number of operations, not with the number of paths through the
     * branches.
     */
    @Test
    void manyForksThatMergeAreOneChain() throws InterruptedException {
        List<Long> seen = new ArrayList<>();
        Events<Long> numbers = numbers(1000);
        for (int i = 2; i < 40; i++) {
            int bit = i;
            numbers = numbers.filter(number -> number % bit == 0).merge(numbers.filter(number -> number % bit > 0));
        }
        ENGINE.start(numbers.to(Sink.of(seen::add))).await();
        assertThat(seen).hasSize(1000);
    }

    private static void assertRefused(Pipeline pipeline, String message) {
        assertThatThrownBy(() -> ENGINE.start(pipeline))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(pipeline::graph).hasMessage(message);
    }

    private static Pipeline sales() {
        Events<Long> sales = numbers(100).named("sales");
        Events<Long> big = sales.filter(sale -> sale > 10).named("big");
        Pipeline perShop = big.keyLong(sale -> sale % 3)
                .window(TENS)
                .aggregate(Aggregates.count())
                .named("per shop")
                .to("view", Sink.of(result -> {}));
        Pipeline best = sales.merge(big.map(sale -> 2 * sale))
                .key(sale -> "all")
                .window(TENS)
                .aggregate(Aggregates.max(Long::compare))
                .to(Sink.of(result -> {}));
        return perShop.and(best);
    }

    private static Events<Long> numbers(long count) {
        return Events.from(Source.of(LongStream.range(0, count).boxed().toList()), EventTime.of(Long::longValue));
    }
}
