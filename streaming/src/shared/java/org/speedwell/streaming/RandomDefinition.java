package org.speedwell.streaming;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.PlainJob.Row;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * Random events and random operations up to a last window. The class builds them for a job and for {@link PlainJob} at
 * the same time.
 */
final class RandomDefinition {
    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final int threads;

    /**
     * True if there is one source, whose events may be late. With several sources, late events would depend on timing.
     */
    private final boolean isAlone;

    private final int sensors;
    private final long base;
    private final int restarts;
    private boolean hasSilentSource;
    private long readings;
    private long late;

    /**
     * True if the next operations use other keys than the earlier ones. The events of a key may then arrive in any
     * order.
     */
    private boolean isMixed;

    private boolean wasKeyed;
    private final List<Tap> taps = new ArrayList<>();
    private Events<Reading> events;
    private List<Row> rows;

    private final Window window;
    private final boolean objectKeys;
    private final boolean offersLate;
    private final @Nullable Duration early;

    RandomDefinition(Random random) {
        this.random = random;
        this.threads = random.nextInt(1, 5);
        this.isAlone = random.nextInt(3) > 0;
        this.sensors = random.nextInt(1, 60);
        this.base = random.nextInt(10) > 0 ? 0 : random.nextBoolean() ? 1L << 59 : -1L << 59;
        this.restarts = random.nextInt(12) > 0 ? 0 : random.nextInt(1, 4);
        text.append(threads)
                .append(" threads, ")
                .append(restarts)
                .append(" restarts, from ")
                .append(base);
        int sources = isAlone ? 1 : random.nextInt(1, 4);
        Side side = side(sources);
        events = side.events;
        rows = side.rows;
        for (int i = random.nextInt(5); i > 0; i--) {
            operation();
        }
        window = window();
        objectKeys = random.nextBoolean();
        offersLate = random.nextBoolean();
        early = random.nextInt(4) > 0 ? null : Duration.ofNanos(1 + random.nextInt(1_000_000));
        text.append(", by ")
                .append(objectKeys ? "object" : "number")
                .append(" in ")
                .append(window);
        text.append(offersLate ? ", late events offered" : "").append(early == null ? "" : ", early every " + early);
    }

    /** The results for a separate sink, and the expected results. */
    record Tap(Events<Object> results, List<?> expected) {}

    private record Side(Events<Reading> events, List<Row> rows) {}

    Keyed<Reading, Long>.Windowed windowed(Collection<Reading> lateEvents) {
        Keyed<Reading, Long>.Windowed windowed = keyed(events, objectKeys).window(window);
        windowed = offersLate ? windowed.onLate(lateEvents::add) : windowed;
        return early == null ? windowed : windowed.early(early);
    }

    Window window() {
        if (window != null) {
            return window;
        }
        boolean mayBeLate = rows.stream().anyMatch(row -> row.mark() != PlainJob.NONE);
        if (random.nextInt(3) == 0 && !(isMixed && mayBeLate)) {
            return new Window.Session(random.nextInt(1, 80));
        }
        long slide = random.nextLong(1, 60);
        if (random.nextBoolean()) {
            return new Window.Sliding(slide, slide);
        }
        return new Window.Sliding(
                slide * random.nextInt(1, 8) + (random.nextInt(3) == 0 ? random.nextLong(slide) : 0), slide);
    }

    private Side side(int sources) {
        List<Source<Reading>> given = new ArrayList<>();
        List<Row> all = new ArrayList<>();
        int disorder = random.nextInt(1, 200);
        long lag = isAlone && random.nextInt(3) > 0 ? random.nextInt(3) == 0 ? 0 : random.nextInt(disorder) : disorder;
        boolean silent = !isAlone && restarts == 0 && !hasSilentSource && random.nextInt(4) == 0;
        for (int i = 0; i < sources; i++) {
            List<Reading> list = readings(disorder, random.nextInt(isAlone ? 1500 : 600));
            boolean isSilent = silent && i == 0;
            given.add(isSilent ? silent(list) : Source.of(list));
            all.addAll(PlainJob.source(list, lag, isAlone));
        }
        text.append(", ")
                .append(sources)
                .append(silent ? " sources, one silent, lag " : " sources, lag ")
                .append(lag);
        EventTime<Reading> times = EventTime.of(Reading::time).lag(Duration.ofMillis(lag));
        if (silent) {
            times = times.idleAfter(Duration.ofMillis(1));
        } else if (random.nextInt(4) == 0) {
            times = times.idleAfter(Duration.ofDays(1));
            text.append(", which never falls idle");
        }
        return new Side(Events.from(given, times), all);
    }

    /** Creates a source that gives all its events and then does not end. */
    private Source<Reading> silent(List<Reading> list) {
        hasSilentSource = true;
        PushSource<Reading> source = new PushSource<>(Math.max(1, list.size()));
        list.forEach(source::offer);
        return source;
    }

    /**
     * Creates readings in bursts, out of order by less than {@code disorder}. Some follow a pause of up to many years.
     */
    private List<Reading> readings(int disorder, int count) {
        List<Reading> list = new ArrayList<>();
        long now = base + random.nextLong(-1000, 1000);
        int pauses = random.nextInt(20, 600);
        for (int i = 0; i < count; i++) {
            now += random.nextInt(4);
            if (random.nextInt(pauses) == 0) {
                now += random.nextLong(1L << random.nextInt(1, 42));
            }
            long time = now - (random.nextInt(3) == 0 ? random.nextInt(disorder) : 0);
            list.add(new Reading(random.nextInt(sensors), time, random.nextInt(-100, 100)));
        }
        readings += count;
        return list;
    }

    private void operation() {
        switch (random.nextInt(15)) {
            case 0 -> filter(random.nextInt(2, 6));
            case 1 -> map(random.nextInt(-3, 4));
            case 2 -> flatMap();
            case 3 -> enrich();
            case 4 -> rekey();
            case 5 -> rollingSums();
            case 6 -> expiringSums(random.nextInt(0, 200));
            case 7 -> hashJoin();
            case 8 -> windows();
            case 9 -> merge();
            case 10 -> fork(random.nextInt(2, 6), random.nextInt(-3, 4));
            case 11, 12 -> tap();
            case 13 -> branch();
            default -> coGroup();
        }
    }

    /** Adds two branches that merge again. */
    private void fork(int divisor, int factor) {
        text.append(", fork into filter ").append(divisor).append(" and map ").append(factor);
        events = events.filter(reading -> Math.floorMod(reading.value(), divisor) > 0)
                .merge(events.map(reading -> PlainJob.times(reading, factor)));
        rows = PlainJob.forked(rows, divisor, factor);
    }

    /**
     * Adds a branch with an operation by key that merges with its origin. Late events arrive in the order of the
     * source.
     */
    private void branch() {
        if (!isAlone) {
            return;
        }
        Events<Reading> origin = events;
        List<Row> ofOrigin = rows;
        text.append(", branch");
        switch (random.nextInt(4)) {
            case 0 -> rollingSums();
            case 1 -> expiringSums(random.nextInt(0, 200));
            case 2 -> hashJoin();
            default -> windows();
        }
        text.append(", meets origin");
        events = origin.merge(events);
        rows = Stream.concat(ofOrigin.stream(), rows.stream())
                .sorted(Comparator.comparingLong(Row::mark))
                .toList();
        isMixed = true;
    }

    /** Adds a branch to a separate sink. */
    private void tap() {
        if (hasSilentSource && isMixed) { // no one waits for windows of an idle source
            return;
        }
        if (random.nextBoolean()) {
            text.append(", to a sink");
            taps.add(new Tap(events.widened(), rows.stream().map(Row::event).toList()));
            return;
        }
        Window of = window();
        text.append(", to a sink in ").append(of);
        PlainJob.Windows<Long> plain = PlainJob.windows(of, rows, Reading::sensor, PlainJob::sum);
        late += plain.late().size();
        Events<WindowResult<Long, Long>> results =
                keyed(events, random.nextBoolean()).window(of).aggregate(Aggregates.sum(Reading::value));
        taps.add(new Tap(results.widened(), plain.results()));
    }

    private void filter(int divisor) {
        text.append(", filter ").append(divisor);
        events = events.filter(reading -> Math.floorMod(reading.value(), divisor) > 0);
        rows = rows.stream()
                .filter(row -> Math.floorMod(row.event().value(), divisor) > 0)
                .toList();
    }

    private void map(int factor) {
        text.append(", map ").append(factor);
        events = events.map(reading -> PlainJob.times(reading, factor));
        rows = rows.stream()
                .map(row -> row.with(PlainJob.times(row.event(), factor)))
                .toList();
    }

    private void flatMap() {
        text.append(", flatMap");
        events = events.flatMap(reading -> PlainJob.some(reading).stream());
        rows = PlainJob.flat(rows, PlainJob::some);
    }

    private void enrich() {
        text.append(", enrich");
        Map<Long, Long> table = Map.of(0L, 5L, 1L, -5L, 7L, 1000L);
        events = events.enrich(reading -> Optional.ofNullable(table.get(reading.sensor())), PlainJob::plus);
        rows = rows.stream()
                .map(row -> row.with(PlainJob.plus(
                        row.event(), Optional.ofNullable(table.get(row.event().sensor())))))
                .toList();
    }

    /** Replaces the keys by fewer keys, or by keys that are far apart. */
    private void rekey() {
        boolean spreads = random.nextBoolean();
        text.append(spreads ? ", spread keys" : ", fewer keys");
        ToLongFunction<Reading> key = spreads
                ? reading -> (reading.sensor() + 1) * 0x9E37_79B9_7F4A_7C15L
                : reading -> Math.floorMod(reading.sensor(), 7L);
        isMixed |= wasKeyed;
        events = events.map(reading -> new Reading(key.applyAsLong(reading), reading.time(), reading.value()));
        rows = rows.stream()
                .map(row -> row.with(new Reading(
                        key.applyAsLong(row.event()),
                        row.event().time(),
                        row.event().value())))
                .toList();
    }

    private void rollingSums() {
        if (!isAlone || isMixed) {
            return;
        }
        text.append(", rolling sums");
        events = keyed(events, random.nextBoolean())
                .mapStateful(StatefulMap.<Long, Reading, long[], Reading>of(
                        () -> new long[1], (sum, reading, time, results) -> {
                            sum[0] += reading.value();
                            results.accept(new Reading(reading.sensor(), reading.time(), sum[0]));
                        }));
        rows = PlainJob.rollingSums(rows);
        wasKeyed = true;
    }

    private void expiringSums(long life) {
        if (!isAlone || isMixed || rows.stream().skip(1).anyMatch(row -> row.mark() == PlainJob.NONE)) {
            return;
        }
        text.append(", sums that expire after ").append(life);
        events = keyed(events, random.nextBoolean())
                .mapStateful(StatefulMap.<Long, Reading, long[], Reading>of(
                                () -> new long[1], (sum, reading, time, results) -> sum[0] += reading.value())
                        .timeToLive(Duration.ofMillis(life))
                        .onExpiry((key, sum, results) -> results.accept(new Reading(key, 0, sum[0]))));
        rows = PlainJob.expiringSums(rows, life);
        wasKeyed = true;
        isMixed = true;
    }

    private void hashJoin() {
        text.append(", hash join");
        List<Reading> bounded = readings(50, random.nextInt(100));
        boolean byObject = random.nextBoolean();
        events = keyed(events, byObject)
                .hashJoin(
                        keyed(Events.from(Source.of(bounded), EventTime.of(Reading::time)), byObject),
                        PlainJob::joined);
        rows = PlainJob.joined(rows, bounded);
        wasKeyed = true;
    }

    private void windows() {
        Window first = window();
        text.append(", windows ").append(first);
        boolean counts = random.nextBoolean();
        Keyed<Reading, Long>.Windowed windowed =
                keyed(events, random.nextBoolean()).window(first);
        Events<WindowResult<Long, Long>> results =
                windowed.aggregate(counts ? Aggregates.count() : Aggregates.sum(Reading::value));
        events = results.map(result -> new Reading(result.key(), result.end(), result.value()));
        PlainJob.Windows<Long> plain =
                PlainJob.windows(first, rows, Reading::sensor, of -> counts ? (long) of.size() : PlainJob.sum(of));
        late += plain.late().size();
        rows = rows(plain.results());
    }

    private List<Row> rows(List<WindowResult<Long, Long>> results) {
        wasKeyed = true;
        isMixed = true;
        return results.stream()
                .map(result -> new Row(
                        new Reading(result.key(), result.end(), result.value()), result.end() - 1, PlainJob.NONE))
                .toList();
    }

    private void merge() {
        if (isAlone || hasSilentSource && isMixed) { // no one waits for windows of an idle source
            return;
        }
        text.append(", merged with");
        Side other = side(1);
        events = events.merge(other.events);
        rows = Stream.concat(rows.stream(), other.rows.stream()).toList();
    }

    private void coGroup() {
        if (isAlone || hasSilentSource && isMixed) { // no one waits for windows of an idle source
            return;
        }
        text.append(", grouped with");
        Side other = side(1);
        Window of = window();
        text.append(" in ").append(of);
        boolean byObject = random.nextBoolean();
        events = keyed(events, byObject)
                .coGroup(keyed(other.events, byObject))
                .aggregate(of, Aggregates.sum(Reading::value), Aggregates.count(), PlainJob::both)
                .map(result -> new Reading(result.key(), result.end(), result.value()));
        Set<Row> others = Collections.newSetFromMap(new IdentityHashMap<>());
        others.addAll(other.rows);
        rows = rows(PlainJob.windows(
                        of,
                        Stream.concat(rows.stream(), other.rows.stream()).toList(),
                        Reading::sensor,
                        all -> PlainJob.both(all, others))
                .results());
    }

    private static Keyed<Reading, Long> keyed(Events<Reading> events, boolean byObject) {
        return byObject ? events.key(Reading::sensor) : events.keyLong(Reading::sensor);
    }

    List<Tap> taps() {
        return taps;
    }

    List<Row> rows() {
        return rows;
    }

    int threads() {
        return threads;
    }

    int restarts() {
        return restarts;
    }

    boolean offersLate() {
        return offersLate;
    }

    boolean hasSilentSource() {
        return hasSilentSource;
    }

    long events() {
        return readings;
    }

    /** Returns the number of events that are late before the last window. */
    long late() {
        return late;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
