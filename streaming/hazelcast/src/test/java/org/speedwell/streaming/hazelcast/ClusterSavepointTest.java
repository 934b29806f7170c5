package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.hazelcast.core.HazelcastInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.speedwell.streaming.DistributedGraph;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.Job;
import org.speedwell.streaming.JobDefinition;
import org.speedwell.streaming.JobOptions;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointException;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;

/** Tests savepoints of jobs on a cluster, with other numbers of parts and with changed graphs. */
@Timeout(300)
@Tag("oracle")
@Tag("fault")
class ClusterSavepointTest {
    private static final Duration HANGS = Duration.ofMinutes(2);
    private static final Duration PERIOD = Duration.ofMillis(100);
    private static final int SHOPS = 50;
    private static final int SALES = 8_000;

    private static Members members;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        members = new Members(2, 2);
    }

    @AfterAll
    static void stop() {
        members.close();
    }

    /**
     * A job with windows of totals, windows of objects, a state and a join. The argument {@code changed} adds a sink and
     * removes the state.
     */
    public static final class Definition implements JobDefinition {
        @Override
        public Pipeline define(Map<String, String> arguments) {
            String to = arguments.getOrDefault("to", "");
            EventTime<Sale> time = EventTime.of(Sale::time);
            var source = arguments.containsKey("parts") ? Sale.inParts(sales()) : Source.of(sales());
            Events<Sale> sales = Events.from(Gated.source(arguments.getOrDefault("gate", ""), source), time)
                    .named("sales");
            Events<Sale> shops = Events.from(
                            Source.of(LongStream.range(0, SHOPS)
                                    .mapToObj(shop -> new Sale(shop, 0, 1_000 * shop))
                                    .toList()),
                            time)
                    .named("shops");
            Pipeline pipeline = sales.keyLong(Sale::shop)
                    .window(Window.sliding(Duration.ofMillis(400), Duration.ofMillis(100)))
                    .aggregate(Aggregates.count())
                    .named("counts")
                    .map(result -> "counts " + result)
                    .to("counts sink", Results.sink(to))
                    .and(sales.key(sale -> "shop " + sale.shop())
                            .window(Window.tumbling(Duration.ofMillis(250)))
                            .aggregate(Aggregates.distinct(Sale::amount))
                            .named("amounts")
                            .map(result -> "amounts " + result)
                            .to("amounts sink", Results.sink(to)))
                    .and(sales.keyLong(Sale::shop)
                            .hashJoin(
                                    shops.keyLong(Sale::shop),
                                    (sale, rows) -> "join " + sale + rows.size()
                                            + rows.getFirst().amount())
                            .named("join")
                            .to("join sink", Results.sink(to)));
            return arguments.containsKey("changed")
                    ? pipeline.and(sales.filter(sale -> sale.amount() > 50)
                            .window(Window.tumbling(Duration.ofSeconds(1)))
                            .aggregate(Aggregates.count())
                            .named("all")
                            .to("all sink", Results.sink(to + " all")))
                    : pipeline.and(sales.keyLong(Sale::shop)
                            .mapStateful(StatefulMap.<Long, Sale, long[], String>of(
                                    () -> new long[1],
                                    (sum, sale, at, results) ->
                                            results.accept("sum " + sale.shop() + " " + (sum[0] += sale.amount()))))
                            .named("sums")
                            .to("sums sink", Results.sink(to)));
        }
    }

    private static List<Sale> sales() {
        return Sale.random(21, SALES);
    }

    private static HazelcastEngine engine(int parts) {
        return HazelcastEngine.of(members.client()).withParts(parts).exactlyOnce(PERIOD);
    }

    /** Starts a job, lets each source give some sales, and keeps a savepoint. The job then waits for more. */
    private static ClusterJob started(String name, int parts, Map<String, String> arguments, int some)
            throws InterruptedException {
        ClusterJob job = begun(name, parts, arguments, some);
        job.savepoint(name);
        return job;
    }

    private static ClusterJob begun(String name, int parts, Map<String, String> arguments, int some) {
        Gated.open(name, some);
        ClusterJob job = engine(parts).start(Definition.class, arguments, JobOptions.DEFAULT.named(name));
        await().atMost(HANGS).until(() -> Results.count(name) > 500);
        return job;
    }

    @ParameterizedTest
    @CsvSource({"3,3", "2,5", "6,1"})
    void jobContinuesWithAnotherNumberOfParts(int before, int after) throws InterruptedException {
        String name = "parts " + before + " " + after;
        Map<String, String> arguments = Map.of("to", name, "gate", name);
        ClusterJob first = started(name, before, arguments, SALES / 2);
        first.cancel();
        Gated.open(name, Integer.MAX_VALUE);
        ClusterJob second =
                engine(after).startingFrom(name).start(Definition.class, arguments, JobOptions.DEFAULT.named(name));
        assertThat(second.await()).isTrue();

        assertThat(sorted(Results.take(name))).isEqualTo(undisturbed(name, Map.of()));
    }

    @Test
    void writerOfSavepointContinues() throws InterruptedException {
        Map<String, String> arguments = Map.of("to", "writer", "gate", "writer", "parts", "yes");
        ClusterJob job = started("writer", 4, arguments, SALES / 8);
        assertThat(engine(4).savepoints()).contains("writer");
        assertThatThrownBy(() -> job.savepoint("writer"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("exists. Use another name");
        Gated.open("writer", Integer.MAX_VALUE);
        assertThat(job.await()).isTrue();
        List<String> results = sorted(Results.take("writer"));
        List<String> expected = undisturbed("writer", Map.of("parts", "yes"));
        assertThat(withoutSums(results)).isEqualTo(withoutSums(expected));
        assertThat(lastSums(results)).isEqualTo(lastSums(expected)).hasSize(SHOPS);
        assertThat(results).hasSameSizeAs(expected);
        engine(4).removeSavepoint("writer");
        assertThat(engine(4).savepoints()).doesNotContain("writer");
    }

    @Test
    void changedGraphKeepsStateOfPartsWithSameNames() throws InterruptedException {
        Map<String, String> arguments = Map.of("to", "changing", "gate", "changing", "parts", "yes");
        ClusterJob first = started("changing", 4, arguments, SALES / 8);
        first.cancel();
        Gated.open("changing", Integer.MAX_VALUE);
        Map<String, String> changed = Map.of("to", "changing", "gate", "changing", "parts", "yes", "changed", "yes");
        assertThatThrownBy(() -> engine(4)
                        .startingFrom("changing")
                        .start(Definition.class, changed, JobOptions.DEFAULT.named("changed")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("matchingByName");
        assertThatThrownBy(() -> engine(3)
                        .startingFrom("changing")
                        .start(Definition.class, arguments, JobOptions.DEFAULT.named("changed")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The source \"sales\" was read in 4 parts, and now in 3");
        ClusterJob second = engine(4)
                .startingFrom("changing")
                .matchingByName()
                .start(Definition.class, changed, JobOptions.DEFAULT.named("changed"));
        assertThat(second.await()).isTrue();

        assertThat(withoutSums(sorted(Results.take("changing"))))
                .isEqualTo(withoutSums(undisturbed("changing", Map.of("parts", "yes"))));
        assertThat(Results.take("changing all")).isNotEmpty();
    }

    /** Verifies that a savepoint in a file starts a job on another cluster. */
    @Test
    void fileStartsJobOnAnotherCluster() throws InterruptedException {
        Map<String, String> arguments = Map.of("to", "moving", "gate", "moving");
        started("moving", 3, arguments, SALES / 2).cancel();
        Path file = folder.resolve("moving.savepoint");
        engine(3).exportSavepoint("moving", file);
        assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".unfinished"));
        assertThatThrownBy(() -> engine(3).exportSavepoint("unknown", file))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The cluster has no savepoint \"unknown\"");
        Gated.open("moving", Integer.MAX_VALUE);
        try (Members others = new Members(1, 2)) {
            HazelcastEngine other =
                    HazelcastEngine.of(others.client()).withParts(2).exactlyOnce(PERIOD);
            other.importSavepoint("moved", file);
            assertThat(other.savepoints()).containsExactly("moved");
            assertThatThrownBy(() -> other.importSavepoint("moved", file))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("exists. Use another name");
            assertThat(other.startingFrom("moved")
                            .start(Definition.class, arguments, JobOptions.DEFAULT.named("moved"))
                            .await())
                    .isTrue();
        }
        assertThat(sorted(Results.take("moving"))).isEqualTo(undisturbed("moving", Map.of()));
    }

    /** Verifies that a job does not stay suspended if members do not answer after the savepoint. */
    @Test
    void jobResumesIfMembersAreSilentAfterTheSavepoint() {
        Map<String, String> arguments = Map.of("to", "silent", "gate", "silent");
        ClusterJob job = begun("silent", 3, arguments, SALES / 2);
        HazelcastInstance client = members.client();
        SavepointCut.Members silent = new SavepointCut.Members() {
            private boolean isSilent;

            @Override
            public <R> List<R> ask(Callable<@Nullable R> question) {
                if (isSilent) {
                    throw new IllegalStateException("no member answers");
                }
                isSilent = question instanceof SavepointCall;
                return client.getCluster().getMembers().stream()
                        .map(member -> MemberCalls.<@Nullable R>call(client, member, question))
                        .<R>mapMulti((answer, answers) -> {
                            if (answer != null) {
                                answers.accept(answer);
                            }
                        })
                        .toList();
            }
        };
        DistributedGraph shape = JobSpec.of(job.jet()).orElseThrow().shape(ClusterSavepointTest.class.getClassLoader());
        assertThatThrownBy(() -> new SavepointCut(client, job.jet(), "silent", silent).write(shape))
                .hasMessage("no member answers");

        await().atMost(HANGS).until(() -> job.status() == Job.Status.RUNNING);
        Gated.open("silent", Integer.MAX_VALUE);
        assertThat(job.await()).isTrue();
        assertThat(engine(3).savepoints()).contains("silent");
    }

    @Test
    void missingSavepointIsReported() {
        assertThatThrownBy(() -> engine(2)
                        .startingFrom("none")
                        .start(Definition.class, Map.of(), JobOptions.DEFAULT.named("none")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("The cluster has no savepoint \"none\"");
        Gated.open("stateless", 1);
        ClusterJob job = HazelcastEngine.of(members.client())
                .start(
                        Definition.class,
                        Map.of("gate", "stateless", "to", "stateless"),
                        JobOptions.DEFAULT.named("stateless"));
        assertThatThrownBy(() -> job.savepoint("stateless"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("exactlyOnce");
        job.cancel();
    }

    /** Returns the results of a job that nothing disturbs. */
    private static List<String> undisturbed(String name, Map<String, String> more) {
        String to = name + " undisturbed";
        Gated.open(to, Integer.MAX_VALUE);
        Map<String, String> arguments = new HashMap<>(more);
        arguments.put("to", to);
        arguments.put("gate", to);
        assertThat(engine(4)
                        .start(Definition.class, arguments, JobOptions.DEFAULT.named(to))
                        .await())
                .isTrue();
        return sorted(Results.take(to));
    }

    /** Returns the results whose values do not depend on the order of the parts of the source. */
    private static List<String> withoutSums(List<String> results) {
        return results.stream().filter(line -> !line.startsWith("sum ")).toList();
    }

    /** Returns the greatest sum of each shop. */
    private static Map<String, Long> lastSums(List<String> results) {
        return results.stream()
                .filter(line -> line.startsWith("sum "))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[1], words -> Long.valueOf(words[2]), Math::max));
    }

    private static List<String> sorted(List<Object> results) {
        List<String> lines = new ArrayList<>();
        results.forEach(result -> lines.add("" + result));
        lines.sort(null);
        return lines;
    }
}
