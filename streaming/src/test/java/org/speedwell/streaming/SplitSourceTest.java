package org.speedwell.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.checkpoint.CheckpointListener;
import org.speedwell.streaming.window.Window;

/** Tests sources of several splits, each with its own watermark, against counts of plain lists. */
@Timeout(120)
@Tag("oracle")
class SplitSourceTest {
    private static final long LAG = 20;
    private static final long SIZE = 50;

    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    private Path folder;

    /** A source of lists, one for each split, which it reads in random order. */
    private static class Lists implements SplitSource<Long>, ReplayableSource<Long> {
        final List<List<Long>> lists;
        private final Random order;
        private final int[] next;
        private final ConcurrentLinkedQueue<String> pauses = new ConcurrentLinkedQueue<>();
        private final boolean[] paused;
        private Duration maxAhead = Duration.ofDays(1);
        private volatile boolean ends = true;
        private int split;
        private int known;

        Lists(List<List<Long>> lists, Random order) {
            this.lists = lists;
            this.order = order;
            this.next = new int[lists.size()];
            this.paused = new boolean[lists.size()];
            this.known = lists.size();
        }

        @Override
        public @Nullable Long poll() {
            if (known < lists.size() && order.nextInt(20) == 0) {
                known = Math.max(1, known + 1);
            }
            if (known < 0) {
                return null;
            }
            int from = order.nextInt(known);
            for (int i = 0; i < known; i++) {
                split = (from + i) % known;
                if (!paused[split] && next[split] < lists.get(split).size()) {
                    return lists.get(split).get(next[split]++);
                }
            }
            return null;
        }

        @Override
        public boolean isExhausted() {
            return ends && known == lists.size() && delivered() == total();
        }

        private int delivered() {
            return Arrays.stream(next).sum();
        }

        private int total() {
            return lists.stream().mapToInt(List::size).sum();
        }

        @Override
        public int split() {
            return split;
        }

        @Override
        public int splits() {
            return known;
        }

        @Override
        public State state(int of) {
            return next[of] < lists.get(of).size() ? State.READING : ends ? State.EXHAUSTED : State.EMPTY;
        }

        @Override
        public void pause(int of, boolean pauses) {
            paused[of] = pauses;
            this.pauses.add(of + " " + pauses);
        }

        @Override
        public Duration maxAhead() {
            return maxAhead;
        }

        @Override
        public void stop() {}

        @Override
        public Serializable position() {
            int[] position = Arrays.copyOf(next, next.length + 1);
            position[next.length] = known;
            return position;
        }

        @Override
        public void seek(Serializable position) {
            int[] to = (int[]) position;
            System.arraycopy(to, 0, next, 0, next.length);
            known = to[next.length];
        }
    }

    /** Returns times of one split that are out of order by the lag at most. */
    private List<Long> times(int count, long speed) {
        List<Long> times = new ArrayList<>();
        long latest = random.nextInt(1000);
        for (int i = 0; i < count; i++) {
            latest += random.nextLong(speed + 1);
            times.add(latest - random.nextLong(LAG + 1));
        }
        return times;
    }

    private List<List<Long>> lists() {
        List<List<Long>> lists = new ArrayList<>();
        int splits = 1 + random.nextInt(6);
        for (int i = 0; i < splits; i++) {
            lists.add(times(random.nextInt(2000), random.nextInt(40)));
        }
        return lists;
    }

    private static Map<Long, Long> counts(List<List<Long>> lists) {
        Map<Long, Long> counts = new TreeMap<>();
        lists.forEach(list -> list.forEach(time -> counts.merge(Math.floorDiv(time, SIZE) * SIZE, 1L, Long::sum)));
        return counts;
    }

    private static Pipeline pipeline(Lists source, ConcurrentMap<Long, Long> counts) {
        return Events.from(source, EventTime.<Long>of(time -> time).lag(Duration.ofMillis(LAG)))
                .window(Window.tumbling(Duration.ofMillis(SIZE)))
                .aggregate(Aggregates.count())
                .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum)));
    }

    @Test
    void noEventWithinTheLagOfItsSplitIsLate() throws InterruptedException {
        for (int trial = 0; trial < 100; trial++) {
            List<List<Long>> lists = lists();
            Lists source = new Lists(lists, random);
            ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
            try (Engine engine = new Engine(1 + trial % 3)) {
                Job job = engine.start(pipeline(source, counts));
                job.await();
                assertThat(job.metrics().late())
                        .as("seed " + seed + ", trial " + trial)
                        .isZero();
            }
            assertThat(new TreeMap<>(counts))
                    .as("seed " + seed + ", trial " + trial)
                    .isEqualTo(counts(lists));
        }
    }

    /** Verifies that a source does not count as idle before it knows its splits. */
    @Test
    void sourceThatStillLooksForItsSplitsHoldsBackOthers() throws InterruptedException {
        for (int trial = 0; trial < 100; trial++) {
            List<List<Long>> first = lists();
            List<List<Long>> second = List.of(times(1000, 10));
            Lists looking = new Lists(second, random);
            looking.known = -1;
            ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
            try (Engine engine = new Engine(1 + trial % 3)) {
                Job job = engine.start(Events.from(
                                List.of(new Lists(first, random), looking),
                                EventTime.<Long>of(time -> time).lag(Duration.ofMillis(LAG)))
                        .window(Window.tumbling(Duration.ofMillis(SIZE)))
                        .aggregate(Aggregates.count())
                        .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum))));
                job.await();
                assertThat(job.metrics().late())
                        .as("seed " + seed + ", trial " + trial)
                        .isZero();
            }
            List<List<Long>> all = new ArrayList<>(first);
            all.addAll(second);
            assertThat(new TreeMap<>(counts))
                    .as("seed " + seed + ", trial " + trial)
                    .isEqualTo(counts(all));
        }
    }

    /** Verifies that a restored job knows the times of its splits: a split that was behind is still behind. */
    @Test
    void restartKeepsTheWatermarkOfEachSplit() throws InterruptedException {
        for (int trial = 0; trial < 10; trial++) {
            List<List<Long>> lists = lists();
            Path own = folder.resolve("" + trial);
            ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
            try (Engine engine = new Engine(2)) {
                JobOptions options = JobOptions.DEFAULT.withCheckpoints(own, Duration.ofDays(1));
                Lists first = new Lists(
                        lists.stream()
                                .map(list -> list.subList(0, random.nextInt(list.size() + 1)))
                                .toList(),
                        random);
                first.ends = false;
                Job job = engine.start(pipeline(first, counts), options);
                Awaitility.await().until(() -> job.metrics().events() == first.total());
                job.checkpoint(); // no result is sent after it, so that none is sent twice
                job.cancel();
                job.await();
                Job second = engine.start(pipeline(new Lists(lists, random), counts), options);
                second.await();
                assertThat(second.metrics().late()).as("seed " + seed).isZero();
            }
            assertThat(new TreeMap<>(counts))
                    .as("seed " + seed + ", trial " + trial)
                    .isEqualTo(counts(lists));
        }
    }

    /**
     * Verifies that a job that was killed after its last checkpoint completes after a restart, as its receivers have
     * ended. It does not read what arrived since.
     */
    @Test
    void endedSourceStaysEnded() throws Exception {
        Path own = Files.createDirectory(folder.resolve("ended"));
        Path copy = folder.resolve("copy");
        class Copying extends Lists implements CheckpointListener {
            private Copying() {
                super(lists(), random);
            }

            @Override
            public void checkpointed() {
                try (Stream<Path> files = Files.list(own)) {
                    Files.createDirectories(copy);
                    for (Path file : files.toList()) {
                        Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        Copying source = new Copying();
        try (Engine engine = new Engine(1)) {
            engine.start(
                            pipeline(source, new ConcurrentHashMap<>()),
                            JobOptions.DEFAULT.withCheckpoints(own, Duration.ofDays(1)))
                    .await();
            List<List<Long>> more = new ArrayList<>();
            source.lists.forEach(list ->
                    more.add(Stream.concat(list.stream(), Stream.of(1L << 40)).toList()));
            Lists again = new Lists(more, random);
            again.ends = false;
            Job restarted = engine.start(
                    pipeline(again, new ConcurrentHashMap<>()),
                    JobOptions.DEFAULT.withCheckpoints(copy, Duration.ofDays(1)));
            assertThat(restarted.await(Duration.ofMinutes(1))).hasValue(Job.Status.COMPLETED);
            assertThat(restarted.metrics().events()).isZero();
        }
    }

    @Test
    void splitThatAppearsLaterHoldsTheWatermark() throws InterruptedException {
        List<List<Long>> lists = List.of(times(3000, 5), times(3000, 5), times(3000, 5));
        Lists source = new Lists(lists, random);
        source.known = 1;
        source.ends = false;
        ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline(source, counts));
            Awaitility.await().until(() -> job.metrics().events() == 9000);
            source.ends = true;
            job.await();
            long sum = counts.values().stream().mapToLong(Long::longValue).sum();
            assertThat(job.metrics().late())
                    .as("seed " + seed)
                    .isEqualTo(9000 - sum)
                    .isLessThan(1500);
        }
    }

    @Test
    void emptySplitHoldsBackOnlyUntilItIsIdle() throws InterruptedException {
        Lists source = new Lists(List.of(List.of(), List.of(10L, 60L, 500L)), random);
        source.ends = false;
        ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(
                    Events.from(source, EventTime.<Long>of(time -> time).idleAfter(Duration.ofMillis(300)))
                            .window(Window.tumbling(Duration.ofMillis(SIZE)))
                            .aggregate(Aggregates.count())
                            .to(Sink.of(result -> counts.merge(result.start(), result.value(), Long::sum))));
            Awaitility.await().until(() -> counts.equals(Map.of(0L, 1L, 50L, 1L)));
            job.cancel();
        }
    }

    @Test
    void splitFarAheadIsPausedUntilTheOthersFollow() throws InterruptedException {
        List<Long> fast = new ArrayList<>();
        List<Long> slow = new ArrayList<>();
        for (long i = 0; i < 150_000; i++) {
            fast.add(i * 10);
            slow.add(i);
        }
        Lists source = new Lists(List.of(fast, slow), random);
        source.maxAhead = Duration.ofSeconds(1);
        ConcurrentMap<Long, Long> counts = new ConcurrentHashMap<>();
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline(source, counts));
            job.await();
            assertThat(job.metrics().late()).isZero();
            assertThat(job.explain()).contains("which split of source 1 is ahead");
        }
        assertThat(source.pauses).first().isEqualTo("0 true");
        assertThat(source.pauses).last().isEqualTo("0 false");
        assertThat(counts(List.of(fast, slow))).isEqualTo(new TreeMap<>(counts));
    }

    /** Verifies that one event with a wrong time does not stop its split. */
    @Test
    void strayTimeDoesNotPause() throws InterruptedException {
        List<Long> stray = new ArrayList<>(times(100_000, 2));
        stray.set(500, 1L << 50);
        Lists source = new Lists(List.of(stray, times(200_000, 2)), random);
        source.maxAhead = Duration.ofMinutes(1_000);
        try (Engine engine = new Engine(1)) {
            Job job = engine.start(pipeline(source, new ConcurrentHashMap<>()));
            job.await();
        }
        assertThat(source.pauses).isEmpty();
    }
}
