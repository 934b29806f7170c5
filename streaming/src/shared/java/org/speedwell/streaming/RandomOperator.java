package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.PlainJob.Row;
import org.speedwell.streaming.PlainJoin.Timed;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.SideOutput;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * A random job with one join or another operation that has side outputs, alarms or results with times of their own. A
 * seed determines the job and its expected results. One source has late events, and two sources have none.
 */
final class RandomOperator {
    /** The operation of the job. */
    enum Kind {
        PAIRS,
        OUTER,
        GROUPS,
        OWN_END,
        AS_OF,
        AS_OF_OUTER,
        DEDUPLICATE,
        ALARMS,
        WINDOWS,
        SIDES,
        TOP,
        SPLIT
    }

    /** The number of results that TOP keeps. */
    private static final int GREATEST = 3;

    private static final Duration COUNTED = Duration.ofMillis(7);

    private final long seed;
    private final Kind kind;
    private final int threads;
    private final int restarts;
    private final boolean isAlone;
    private final boolean byObject;
    private final boolean isBehindOther;
    private final long from;
    private final long to;
    private final long size;
    private final Window window;
    private final long lag;
    private final List<Reading> readings;
    private final List<Reading> others;
    private List<Timed> expected = List.of();
    private List<Reading> late = List.of();

    RandomOperator(long seed) {
        Random random = new Random(seed);
        this.seed = seed;
        this.kind = Kind.values()[random.nextInt(Kind.values().length)];
        this.threads = random.nextInt(1, 5);
        this.restarts = random.nextInt(5) > 0 ? 0 : random.nextInt(1, 4);
        this.isAlone = random.nextInt(3) > 0 || kind == Kind.DEDUPLICATE;
        this.byObject = random.nextBoolean();
        this.isBehindOther = random.nextInt(3) == 0;
        this.from = random.nextInt(-60, 30);
        this.to = from + (random.nextInt(4) == 0 ? 0 : random.nextInt(80));
        this.size = random.nextInt(1, 60);
        this.window = random.nextBoolean() ? new Window.Session(size) : new Window.Sliding(size + to - from, size);
        int disorder = random.nextInt(1, 120);
        this.lag = isAlone && random.nextInt(3) > 0 ? random.nextInt(disorder) : disorder;
        int sensors = random.nextInt(1, 12);
        this.readings = readings(random, disorder, sensors);
        this.others = isAlone ? List.of() : readings(random, disorder, sensors);
        expect();
    }

    private static List<Reading> readings(Random random, int disorder, int sensors) {
        List<Reading> list = new ArrayList<>();
        long now = random.nextLong(-1000, 1000);
        int count = random.nextInt(500);
        for (int i = 0; i < count; i++) {
            now += random.nextInt(4) + (random.nextInt(100) == 0 ? random.nextLong(1L << random.nextInt(1, 42)) : 0);
            long time = now - (random.nextInt(3) == 0 ? random.nextInt(disorder) : 0);
            list.add(new Reading(random.nextInt(sensors), time, random.nextInt(-100, 100)));
        }
        return list;
    }

    private static boolean isLeft(Reading reading) {
        return Math.floorMod(reading.value(), 2) == 0;
    }

    private static long lastTime(Reading reading, long size) {
        return reading.time() + Math.floorMod(reading.value(), size) - size / 2;
    }

    private void expect() {
        List<Row> all = PlainJob.source(readings, lag, isAlone);
        List<Row> lefts =
                isAlone ? all.stream().filter(row -> isLeft(row.event())).toList() : all;
        List<Row> rights = isAlone
                ? all.stream().filter(row -> !isLeft(row.event())).toList()
                : PlainJob.source(others, lag, false);
        List<Row> both =
                isAlone ? all : Stream.concat(lefts.stream(), rights.stream()).toList();
        ToLongFunction<Row> last = row -> row.time() + to;
        late = late(both.stream().filter(row -> !PlainJoin.isOnTime(row)).toList());
        expected = switch (kind) {
            case PAIRS -> PlainJoin.pairs(lefts, rights, from, last);
            case OUTER ->
                Stream.concat(
                                PlainJoin.pairs(lefts, rights, from, last).stream(),
                                PlainJoin.alone(lefts, rights, from, last).stream())
                        .toList();
            case GROUPS -> PlainJoin.groups(lefts, rights, from, last);
            case OWN_END -> PlainJoin.groups(lefts, rights, from, row -> lastTime(row.event(), size));
            case AS_OF, AS_OF_OUTER -> {
                late = late(Stream.concat(
                                lefts.stream().filter(row -> !PlainJoin.isOnTime(row)),
                                PlainJoin.lateVersions(rights).stream())
                        .toList());
                yield PlainJoin.asOf(lefts, rights, kind == Kind.AS_OF_OUTER, -50);
            }
            case DEDUPLICATE -> {
                late = List.of();
                yield PlainJoin.deduplicated(all, size);
            }
            case ALARMS -> windows(Window.tumbling(Duration.ofMillis(size)), both, 0);
            case WINDOWS -> windows(window, both, -1);
            case SIDES -> sides(both, rights);
            case TOP -> top(new Window.Sliding(size + to - from, size), both);
            case SPLIT -> {
                late = late(both.stream().filter(row -> !isLeft(row.event())).toList());
                yield both.stream()
                        .filter(row -> isLeft(row.event()))
                        .map(row -> new Timed("" + row.event(), row.time()))
                        .toList();
            }
        };
    }

    private List<Timed> top(Window of, List<Row> rows) {
        PlainJob.Windows<Long> windows = PlainJob.windows(of, rows, Reading::sensor, PlainJob::sum);
        late = windows.late();
        TreeMap<Long, List<WindowResult<Long, Long>>> byEnd = new TreeMap<>();
        windows.results()
                .forEach(result -> byEnd.computeIfAbsent(result.end(), none -> new ArrayList<>())
                        .add(result));
        return byEnd.entrySet().stream()
                .map(entry -> new Timed(
                        entry.getValue().stream()
                                .sorted(Comparator.<WindowResult<Long, Long>>comparingLong(WindowResult::value)
                                        .reversed()
                                        .thenComparing(WindowResult::key))
                                .limit(GREATEST)
                                .toList()
                                .toString(),
                        entry.getKey() - 1))
                .toList();
    }

    private List<Timed> windows(Window of, List<Row> rows, int shift) {
        PlainJob.Windows<Long> windows = PlainJob.windows(of, rows, Reading::sensor, PlainJob::sum);
        late = windows.late();
        return windows.results().stream()
                .map(result -> new Timed(result.key() + ": " + result.value(), result.end() + shift))
                .toList();
    }

    /** Returns the windows of both sides, without sessions: their late events depend on the order of the branches. */
    private Window ofSides() {
        return isAlone ? new Window.Sliding(size + to - from, size) : window;
    }

    /** Returns the sums of one side and the counts of the other. */
    private List<Timed> sides(List<Row> rows, List<Row> others) {
        Set<Row> second = Collections.newSetFromMap(new IdentityHashMap<>());
        second.addAll(others);
        PlainJob.Windows<Long> windows =
                PlainJob.windows(ofSides(), rows, Reading::sensor, all -> PlainJob.both(all, second));
        late = windows.late();
        return windows.results().stream()
                .map(result -> new Timed(result.key() + ": " + result.value(), result.end() - 1))
                .toList();
    }

    private static List<Reading> late(List<Row> rows) {
        return rows.stream().map(Row::event).toList();
    }

    /** Returns the same pipeline in each call, with new sources. */
    Pipeline pipeline(Sink<Object> results, Sink<Object> lates, Sink<Object> counts) {
        SideOutput<LateEvent<Reading>> tooLate = SideOutput.named("too late");
        EventTime<Reading> times = EventTime.of(Reading::time).lag(Duration.ofMillis(lag));
        Events<Reading> all = Events.from(Source.of(readings), times);
        Events<Reading> lefts = isAlone ? all.filter(RandomOperator::isLeft) : all;
        Events<Reading> rights =
                isAlone ? all.filter(reading -> !isLeft(reading)) : Events.from(Source.of(others), times);
        if (isBehindOther) { // branches then come from different operations, with the watermarks of one source
            lefts = keyed(lefts)
                    .mapStateful(
                            StatefulMap.of(() -> new long[1], (none, reading, time, passed) -> passed.accept(reading)));
        }
        Found found = found(all, keyed(lefts), keyed(rights), tooLate);
        Pipeline pipeline = found.results
                .key(result -> result)
                .mapStateful(StatefulMap.<String, String, long[], Object>of(
                        () -> new long[1], (none, result, time, timed) -> timed.accept(result + " at " + time)))
                .to("results", results);
        if (!changesTimes()) {
            return kind == Kind.SPLIT
                    ? pipeline.and(found.late.map(LateEvent::event).to("late", lates))
                    : pipeline;
        }
        return pipeline.and(
                        found.results // finds no result late, like the windows of late events
                                .window(Window.tumbling(COUNTED))
                                .aggregate(Aggregates.count())
                                .to("counts", counts))
                .and(found.late
                        .window(Window.tumbling(COUNTED))
                        .aggregate(Aggregates.top(1000, (a, b) -> 0))
                        .flatMap(result -> result.value().stream())
                        .map(LateEvent::event)
                        .to("late", lates));
    }

    /** Returns whether the operation sends no result that receivers find late. */
    boolean changesTimes() {
        return kind != Kind.DEDUPLICATE && kind != Kind.SPLIT;
    }

    /** The results of the operation, and its late events. */
    private record Found(Events<String> results, Events<LateEvent<Reading>> late) {
        static Found of(Events<String> results, SideOutput<LateEvent<Reading>> late) {
            return new Found(results, results.side(late));
        }

        static <R> Found of(Events<R> results, Function<R, String> text, SideOutput<LateEvent<Reading>> late) {
            return new Found(results.map(text), results.side(late));
        }
    }

    private Found found(
            Events<Reading> all,
            Keyed<Reading, Long> lefts,
            Keyed<Reading, Long> rights,
            SideOutput<LateEvent<Reading>> late) {
        IntervalJoin<Reading, Reading> join = lefts.intervalJoin(rights, Duration.ofMillis(from), Duration.ofMillis(to))
                .lateTo(late)
                .lateOthersTo(late);
        AsOfJoin<Reading, Reading> asOf = lefts.asOfJoin(rights)
                .removedBy(reading -> reading.value() < -50)
                .lateTo(late)
                .lateVersionsTo(late);
        return switch (kind) {
            case PAIRS -> Found.of(join.inner((left, right) -> left + "/" + right), late);
            case OUTER -> Found.of(join.leftOuter((left, right) -> left + "/" + orNone(right)), late);
            case GROUPS -> Found.of(join.grouped(PlainJoin::group), late);
            case OWN_END ->
                Found.of(
                        lefts.intervalJoin(rights, Duration.ofMillis(from), reading -> lastTime(reading, size))
                                .lateTo(late)
                                .lateOthersTo(late)
                                .grouped(PlainJoin::group),
                        late);
            case AS_OF -> Found.of(asOf.inner((left, right) -> left + "/" + right), late);
            case AS_OF_OUTER -> Found.of(asOf.leftOuter((left, right) -> left + "/" + orNone(right)), late);
            case DEDUPLICATE -> {
                Events<Reading> kept = keyed(all).deduplicate(Duration.ofMillis(size));
                yield new Found(kept.map(Reading::toString), kept.map(reading -> new LateEvent<>(reading, 0)));
            }
            case ALARMS -> Found.of(keyed(both(all)).mapStateful(sums(late)), late);
            case WINDOWS -> {
                Events<WindowResult<Long, Long>> sums = keyed(both(all))
                        .window(window)
                        .lateTo(late)
                        .aggregate(Aggregates.sum(Reading::value))
                        .named("sums");
                yield Found.of(sums, result -> result.key() + ": " + result.value(), late);
            }
            case SIDES ->
                Found.of(
                        lefts.coGroup(rights)
                                .lateTo(late)
                                .lateOthersTo(late)
                                .aggregate(
                                        ofSides(), Aggregates.sum(Reading::value), Aggregates.count(), PlainJob::both),
                        result -> result.key() + ": " + result.value(),
                        late);
            case TOP -> {
                Events<WindowResult<Long, List<WindowResult<Long, Long>>>> top = keyed(both(all))
                        .window(new Window.Sliding(size + to - from, size))
                        .lateTo(late)
                        .top(GREATEST, Aggregates.sum(Reading::value), Comparator.naturalOrder());
                yield Found.of(top, result -> result.value().toString(), late);
            }
            case SPLIT ->
                Found.of(
                        both(all)
                                .mapMulti(
                                        (reading, results) -> {
                                            if (isLeft(reading)) {
                                                results.accept("" + reading);
                                            } else {
                                                results.side(late, new LateEvent<>(reading, reading.time()));
                                            }
                                        },
                                        late),
                        late);
        };
    }

    private Events<Reading> both(Events<Reading> all) {
        return isAlone
                ? all
                : all.merge(Events.from(
                        Source.of(others), EventTime.of(Reading::time).lag(Duration.ofMillis(lag))));
    }

    private Keyed<Reading, Long> keyed(Events<Reading> events) {
        return byObject ? events.key(Reading::sensor) : events.keyLong(Reading::sensor);
    }

    private static String orNone(Optional<Reading> reading) {
        return reading.map(Reading::toString).orElse("-");
    }

    /** Returns tumbling windows as a stateful map: sums by the end of the window, which an alarm sends. */
    private StatefulMap<Long, Reading, TreeMap<Long, Long>, String> sums(SideOutput<LateEvent<Reading>> late) {
        return StatefulMap.<Long, Reading, TreeMap<Long, Long>, String>of(
                        TreeMap::new, (sums, reading, time, results) -> {
                            long end = Math.floorDiv(time, size) * size + size;
                            if (end <= results.watermark()) {
                                results.late();
                                results.side(late, new LateEvent<>(reading, time));
                            } else {
                                sums.merge(end, reading.value(), Long::sum);
                            }
                        })
                .onAlarm(
                        (sums, latest) -> sums.isEmpty() ? Long.MAX_VALUE : sums.firstKey(),
                        (key, sums, time, results) -> results.accept(key + ": " + sums.remove(time), time))
                .expiringAt((sums, latest) -> sums.isEmpty() ? Long.MIN_VALUE : Long.MAX_VALUE)
                .sideOutputs(late);
    }

    List<String> expected() {
        return expected.stream().map(Timed::toString).toList();
    }

    /** Returns the expected number of results in each window of time. */
    List<WindowResult<Long, Long>> expectedCounts() {
        TreeMap<Long, Long> counts = new TreeMap<>();
        long step = COUNTED.toMillis();
        expected.forEach(each -> counts.merge(Math.floorDiv(each.time(), step) * step, 1L, Long::sum));
        return counts.entrySet().stream()
                .map(each -> new WindowResult<>(0L, each.getKey(), each.getKey() + step, each.getValue()))
                .toList();
    }

    /** Returns the events of the side output. */
    List<Reading> expectedLate() {
        return late;
    }

    /** Returns the number of events that the job counts as late. */
    long late() {
        return changesTimes() ? late.size() : 0;
    }

    long events() {
        return readings.size() + others.size();
    }

    int threads() {
        return threads;
    }

    int restarts() {
        return restarts;
    }

    @Override
    public String toString() {
        return kind + " of seed " + seed + ", " + threads + " threads, " + restarts + " restarts, "
                + (isAlone ? "one source" : "two sources") + ", lag " + lag + ", from " + from + " to " + to + ", size "
                + size + ", " + window + (byObject ? ", object keys" : "") + (isBehindOther ? ", behind" : "");
    }
}
