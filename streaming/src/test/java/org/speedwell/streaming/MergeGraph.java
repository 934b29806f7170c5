package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.PlainJob.Row;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * A random graph that a seed determines. Branches of one source with late events pass through states, joins and
 * windows. They then merge and pass through windows again. Graphs of the same seed differ only in the number of events
 * that their sources give at a time.
 */
final class MergeGraph {
    private final Random random;
    private final BiFunction<List<Reading>, Integer, Source<Reading>> sources;
    private final StringBuilder text = new StringBuilder();
    private final List<Result> results = new ArrayList<>();
    private int given;
    private long late;

    /** The results of the windows at one end of the graph, and the expected results. */
    record Result(Events<WindowResult<Long, Long>> events, List<WindowResult<Long, Long>> expected) {}

    /**
     * The events of a branch.
     *
     * @param isOrdered true if the events of a key arrive in the order of the rows
     * @param hasMarks true if the mark of each row is known; events that are never late need no mark
     * @param isKeyed true if an earlier operation of the branch is by key
     */
    private record Branch(
            Events<Reading> events, List<Row> rows, boolean isOrdered, boolean hasMarks, boolean isKeyed) {
        Branch with(Events<Reading> others, List<Row> otherRows) {
            return new Branch(others, otherRows, isOrdered, hasMarks, isKeyed);
        }
    }

    /**
     * Creates the graph of a seed.
     *
     * @param sources creates a source from its events and its number
     */
    MergeGraph(long seed, BiFunction<List<Reading>, Integer, Source<Reading>> sources) {
        this.random = new Random(seed);
        this.sources = sources;
        List<Branch> branches =
                new ArrayList<>(List.of(random.nextInt(12) == 0 ? crowdedSource() : source(random.nextInt(200, 1500))));
        int merges = random.nextInt(1, 4);
        for (int i = 0; i < merges; i++) {
            Branch origin = branches.get(random.nextInt(branches.size()));
            Branch met = origin;
            for (int j = random.nextInt(1, 3); j > 0; j--) {
                met = merged(met, grown(origin));
            }
            branches.add(met);
            Branch windowed = windowed(met, true);
            if (random.nextBoolean()) {
                branches.add(windowed);
            }
        }
    }

    private Branch source(int count) {
        return source(count, 4, 200);
    }

    /**
     * Creates a source with more events of equal time than the queues between two tasklets hold. No event may wait for
     * a watermark for ever.
     */
    private Branch crowdedSource() {
        return source(30_000, 1, 5_000);
    }

    private Branch source(int count, int step, int pauses) {
        int disorder = random.nextInt(1, 200);
        int lag = random.nextInt(3) == 0 ? 0 : random.nextInt(disorder);
        int sensors = random.nextInt(1, 30);
        List<Reading> readings = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < count; i++) {
            now += random.nextInt(step) + (random.nextInt(pauses) == 0 ? random.nextInt(10_000) : 0);
            long time = now - (random.nextInt(3) == 0 ? random.nextInt(disorder) : 0);
            readings.add(new Reading(random.nextInt(sensors), time, random.nextInt(-100, 100)));
        }
        EventTime<Reading> times = EventTime.of(Reading::time).lag(Duration.ofMillis(lag));
        if (random.nextInt(4) == 0) {
            times = times.idleAfter(Duration.ofNanos(1));
        }
        text.append(count)
                .append(" events, lag ")
                .append(lag)
                .append(", idle after ")
                .append(times.idleAfter());
        Source<Reading> source = sources.apply(readings, given++);
        return new Branch(Events.from(source, times), PlainJob.source(readings, lag, true), true, true, false);
    }

    /** Returns the branch after one to three more operations. At least one of them is by key. */
    private Branch grown(Branch from) {
        text.append("\n  branch");
        Branch branch = from;
        if (random.nextInt(3) == 0) {
            branch = filtered(branch);
        }
        for (int i = random.nextInt(1, 3); i > 0; i--) {
            branch = switch (random.nextInt(5)) {
                case 0 -> rollingSums(branch);
                case 1 -> expiringSums(branch);
                case 2 -> joined(branch);
                default -> windowed(branch, false);
            };
        }
        return random.nextInt(3) == 0 ? filtered(branch) : branch;
    }

    private Branch merged(Branch one, Branch other) {
        text.append("\n  meets");
        List<Row> rows = Stream.concat(one.rows.stream(), other.rows.stream())
                .sorted(Comparator.comparingLong(Row::mark))
                .toList();
        return new Branch(
                random.nextBoolean() ? one.events.merge(other.events) : other.events.merge(one.events),
                rows,
                false,
                one.hasMarks && other.hasMarks,
                one.isKeyed || other.isKeyed);
    }

    private Branch filtered(Branch of) {
        int divisor = random.nextInt(2, 6);
        text.append(", filter ").append(divisor);
        return of.with(
                of.events.filter(reading -> Math.floorMod(reading.value(), divisor) > 0),
                of.rows.stream()
                        .filter(row -> Math.floorMod(row.event().value(), divisor) > 0)
                        .toList());
    }

    private Branch rollingSums(Branch of) {
        if (!of.isOrdered) {
            return joined(of);
        }
        text.append(", rolling sums");
        Events<Reading> sums = keyed(of)
                .mapStateful(StatefulMap.<Long, Reading, long[], Reading>of(
                        () -> new long[1], (sum, reading, time, into) -> {
                            sum[0] += reading.value();
                            into.accept(new Reading(reading.sensor(), reading.time(), sum[0]));
                        }));
        return new Branch(sums, PlainJob.rollingSums(of.rows), true, of.hasMarks, true);
    }

    private Branch expiringSums(Branch of) {
        if (!of.hasMarks) {
            return joined(of);
        }
        int life = random.nextInt(200);
        text.append(", sums that expire after ").append(life);
        Events<Reading> sums = keyed(of)
                .mapStateful(StatefulMap.<Long, Reading, long[], Reading>of(
                                () -> new long[1], (sum, reading, time, into) -> sum[0] += reading.value())
                        .timeToLive(Duration.ofMillis(life))
                        .onExpiry((key, sum, into) -> into.accept(new Reading(key, 0, sum[0]))));
        return new Branch(sums, PlainJob.expiringSums(of.rows, life), false, false, true);
    }

    private Branch joined(Branch of) {
        text.append(", join with ");
        Branch bounded = source(random.nextInt(100));
        boolean byObject = random.nextBoolean();
        Events<Reading> joined = keyed(of.events, byObject).hashJoin(keyed(bounded.events, byObject), PlainJob::joined);
        List<Reading> table = bounded.rows.stream().map(Row::event).toList();
        return new Branch(joined, PlainJob.joined(of.rows, table), of.isOrdered, of.hasMarks, true);
    }

    private Branch windowed(Branch of, boolean isEnd) {
        Window window = window(of);
        boolean counts = random.nextBoolean();
        text.append(isEnd ? ", ends in " : ", ")
                .append(counts ? "counts of " : "sums of ")
                .append(window);
        Events<WindowResult<Long, Long>> windows =
                keyed(of).window(window).aggregate(counts ? Aggregates.count() : Aggregates.sum(Reading::value));
        PlainJob.Windows<Long> plain = PlainJob.windows(
                window, of.rows, Reading::sensor, rows -> counts ? (long) rows.size() : PlainJob.sum(rows));
        if (isEnd) {
            results.add(new Result(windows, plain.results()));
            late += plain.late().size();
        }
        List<Row> rows = plain.results().stream()
                .map(each -> new Row(new Reading(each.key(), each.end(), each.value()), each.end() - 1, PlainJob.NONE))
                .toList();
        return new Branch(
                windows.map(each -> new Reading(each.key(), each.end(), each.value())), rows, false, false, true);
    }

    /**
     * Returns a random window. A session accepts or rejects a late event depending on the order of its key's events, so
     * it needs a fixed order.
     */
    private Window window(Branch of) {
        boolean isNeverLate = of.rows.stream().allMatch(row -> row.mark() == PlainJob.NONE);
        if ((of.isOrdered || isNeverLate) && random.nextInt(3) == 0) {
            return new Window.Session(random.nextInt(1, 80));
        }
        long slide = random.nextLong(1, 60);
        return new Window.Sliding(
                slide * random.nextInt(1, 5) + (random.nextInt(3) == 0 ? random.nextLong(slide) : 0), slide);
    }

    private Keyed<Reading, Long> keyed(Branch of) {
        return keyed(of.events, random.nextBoolean());
    }

    private static Keyed<Reading, Long> keyed(Events<Reading> events, boolean byObject) {
        return byObject ? events.key(Reading::sensor) : events.keyLong(Reading::sensor);
    }

    /** Returns the expected results of each end of the graph. */
    List<List<WindowResult<Long, Long>>> expected() {
        return results.stream().map(Result::expected).toList();
    }

    /** Returns the number of events that are late for the windows at the ends of the graph. */
    long late() {
        return late;
    }

    Pipeline pipeline(List<? extends Sink<WindowResult<Long, Long>>> sinks) {
        @Nullable Pipeline whole = null;
        for (int i : IntStream.range(0, results.size()).toArray()) {
            Pipeline end = results.get(i).events.to("end " + i, sinks.get(i));
            whole = whole == null ? end : whole.and(end);
        }
        if (whole == null) {
            throw new IllegalStateException("The graph has no end.");
        }
        return whole;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
