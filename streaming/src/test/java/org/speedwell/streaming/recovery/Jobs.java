package org.speedwell.streaming.recovery;

import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.speedwell.streaming.EventTime;
import org.speedwell.streaming.Events;
import org.speedwell.streaming.FileSink;
import org.speedwell.streaming.JdbcSink;
import org.speedwell.streaming.Pipeline;
import org.speedwell.streaming.Source;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * The jobs of the recovery tests. Together they have every kind of state. Their results do not depend on when they run.
 */
final class Jobs {
    static final List<String> NAMES =
            List.of("counts", "sides", "joins", "states", "colors", "paints", "forks", "pairs", "tops", "sessions");

    /** The names of the files for the results of all jobs except the last. One job has two sinks. */
    static final List<String> FILES =
            List.of("counts", "sides", "joins", "states", "colors", "paints", "forks", "forks-tens", "pairs", "tops");

    private static final int DISORDER = 50;
    private static final Window WINDOW = Window.sliding(Duration.ofMillis(200), Duration.ofMillis(50));

    private final long count;
    private final double perSecond;

    /** Creates jobs over {@code count} numbers. Each source gives at most {@code perSecond} numbers per second. */
    Jobs(long count, double perSecond) {
        this.count = count;
        this.perSecond = perSecond;
    }

    /** Returns a job, except the last one, that writes its results as lines of a file. */
    Pipeline toFile(String name, Path file) {
        return switch (name) {
            case "counts" -> counts().to(new FileSink<>(file, Object::toString));
            case "sides" -> sides().to(new FileSink<>(file, Object::toString));
            case "joins" -> joins().to(new FileSink<>(file, line -> line));
            case "states" -> states().to(new FileSink<>(file, line -> line));
            case "colors" -> colors().to(new FileSink<>(file, Object::toString));
            case "paints" -> paints().to(new FileSink<>(file, Object::toString));
            case "pairs" -> pairs().to(new FileSink<>(file, line -> line));
            case "tops" -> tops().to(new FileSink<>(file, Object::toString));
            case "forks" -> forks(file, file.resolveSibling("forks-tens.txt"));
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** Returns the last job, which writes its results as rows of a table. */
    Pipeline toTable(DataSource dataSource, String table) {
        return sessions()
                .to(new JdbcSink<>(
                        dataSource,
                        table,
                        List.of("name", "start"),
                        List.of("name", "start", "end", "numbers", "tens"),
                        (statement, result) -> {
                            statement.setString(1, result.key());
                            statement.setLong(2, result.start());
                            statement.setLong(3, result.end());
                            statement.setLong(4, result.value().getFirst());
                            statement.setLong(5, result.value().getLast());
                        }));
    }

    static String table(String name) {
        return "CREATE TABLE " + name
                + " (name VARCHAR(20), start BIGINT, end BIGINT, numbers BIGINT, tens BIGINT, PRIMARY KEY (start, name))";
    }

    private Events<WindowResult<Long, Long>> counts() {
        return events(0, 1)
                .keyLong(number -> mix(number) % 500)
                .window(WINDOW)
                .aggregate(Aggregates.sum(number -> number % 100));
    }

    private Events<WindowResult<Long, String>> sides() {
        return events(0, 2)
                .keyLong(number -> mix(number) % 100)
                .coGroup(events(1, 2).keyLong(number -> mix(number) % 150))
                .aggregate(
                        WINDOW,
                        Aggregates.distinct(number -> number % 7),
                        Aggregates.top(3, Long::compare),
                        (distinct, top) -> distinct + "/" + top);
    }

    private Events<String> joins() {
        List<Long> rows = LongStream.range(0, 300).boxed().toList();
        return events(0, 1)
                .keyLong(number -> mix(number) % 200)
                .hashJoin(
                        Events.from(Source.of(rows), EventTime.of(row -> 0)).keyLong(row -> row % 150),
                        (number, found) -> number + " has " + found);
    }

    private Events<String> states() {
        return events(0, 1)
                .keyLong(number -> mix(number) % 200)
                .mapStateful(StatefulMap.<Long, Long, long[], String>of(
                                () -> new long[2], (state, number, time, results) -> {
                                    state[0]++;
                                    state[1] += number;
                                    if (state[0] % 5 == 0) {
                                        results.accept(number + " " + state[0] + " " + state[1]);
                                    }
                                })
                        .timeToLive(Duration.ofMillis(30))
                        .onExpiry((key, state, results) -> results.accept(key + " had " + state[0])));
    }

    /** Joins two streams by an interval, and each pair with the version that a third stream had then. */
    private Events<String> pairs() {
        Events<String> pairs = events(0, 2)
                .keyLong(number -> mix(number) % 100)
                .intervalJoin(
                        events(1, 2).keyLong(number -> mix(number) % 100),
                        Duration.ofMillis(-20),
                        Duration.ofMillis(10))
                .leftOuter((number, other) -> number + " with " + other.orElse(-1L));
        return pairs.key(pair -> pair.substring(0, 1))
                .asOfJoin(events(0, 1).filter(number -> number % 50 == 0).key(number -> ("" + number).substring(0, 1)))
                .leftOuter((pair, version) -> pair + " at " + version.orElse(-1L));
    }

    /** Removes duplicates, and returns the keys with the most numbers in each window. */
    private Events<WindowResult<Long, Long>> tops() {
        return events(0, 1)
                .keyLong(number -> mix(number) % 300)
                .deduplicate(Duration.ofMillis(5))
                .keyLong(number -> mix(number) % 300)
                .window(Window.tumbling(Duration.ofMillis(5)))
                .top(5, Aggregates.count(), Comparator.naturalOrder())
                .flatMap(top -> top.value().stream());
    }

    /** Keys whose {@code hashCode} differs from process to process. */
    enum Color {
        RED,
        GREEN,
        BLUE,
        YELLOW,
        WHITE,
        BLACK,
        BROWN,
        ORANGE,
        PURPLE,
        GRAY
    }

    /** A key that contains such keys. */
    record Paint(Color color, List<Color> mixed, long layers) implements Serializable {}

    private Events<WindowResult<Color, Long>> colors() {
        return events(0, 1)
                .key(number -> color(mix(number)))
                .window(WINDOW)
                .aggregate(Aggregates.sum(number -> number % 100));
    }

    private Events<String> paints() {
        return events(0, 1)
                .key(number -> new Paint(color(mix(number)), List.of(color(number)), mix(number) % 7))
                .mapStateful(StatefulMap.<Paint, Long, long[], String>of(
                                () -> new long[1], (state, number, time, results) -> {
                                    if (++state[0] % 3 == 0) {
                                        results.accept(number + " is number " + state[0]);
                                    }
                                })
                        .timeToLive(Duration.ofMillis(100))
                        .onExpiry((paint, state, results) -> results.accept(paint + " had " + state[0])));
    }

    private static Color color(long number) {
        return Color.values()[(int) (number % Color.values().length)];
    }

    private Events<WindowResult<String, List<Long>>> sessions() {
        return events(0, 1)
                .key(number -> "name " + mix(number) % 40)
                .window(Window.session(Duration.ofMillis(15)))
                .aggregate(Aggregates.allOf(
                        Aggregates.count(), Aggregates.distinct(number -> number / 10), List::<Long>of));
    }

    /**
     * Sums numbers together with the sums of tumbling windows over the same numbers. The latter also have a separate
     * sink.
     */
    private Pipeline forks(Path file, Path tensFile) {
        Events<Long> numbers = events(0, 1).filter(number -> number % 3 > 0);
        Events<Long> tens = numbers.keyLong(number -> number / 10)
                .window(Window.tumbling(Duration.ofMillis(20)))
                .aggregate(Aggregates.sum(number -> number))
                .map(WindowResult::value)
                .named("tens");
        return numbers.merge(tens)
                .keyLong(number -> number % 100)
                .window(WINDOW)
                .aggregate(Aggregates.sum(number -> number))
                .to("all", new FileSink<>(file, Object::toString))
                .and(tens.to("only tens", new FileSink<>(tensFile, Object::toString)));
    }

    /** Returns ten numbers per millisecond of event time, out of order. */
    private Events<Long> events(long first, long step) {
        return Events.from(
                new Numbers(first, step, count, perSecond),
                EventTime.<Long>of(number -> number / 10 - mix(number) % DISORDER)
                        .lag(Duration.ofMillis(DISORDER)));
    }

    /**
     * Mixes the bits of a number with the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) and makes it positive.
     */
    private static long mix(long number) {
        long z = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return (z ^ (z >>> 31)) >>> 1;
    }
}
