package org.speedwell.streaming;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * A plain implementation of the operations of a job, by their definitions. Each operation takes a list and returns a
 * list, without regard to speed, threads or memory.
 */
final class PlainJob {
    /** The watermark of events that are never late. */
    static final long NONE = Long.MIN_VALUE;

    private PlainJob() {}

    /**
     * An event between two operations.
     *
     * @param mark the watermark of its source before the event
     */
    record Row(Reading event, long time, long mark) {
        Row with(Reading other) {
            return new Row(other, time, mark);
        }
    }

    /** The results of windows, and the events that belong to no window. */
    record Windows<R>(List<WindowResult<Long, R>> results, List<Reading> late) {}

    private record Session(long start, long end, List<Row> rows) {}

    /** Returns the events of one source. Its watermark is the greatest time so far minus the lag. */
    static List<Row> source(List<Reading> readings, long lag, boolean isAlone) {
        List<Row> rows = new ArrayList<>();
        long mark = NONE;
        for (Reading reading : readings) {
            rows.add(new Row(reading, reading.time(), isAlone ? mark : NONE));
            mark = Math.max(mark, reading.time() - lag);
        }
        return rows;
    }

    static <R> Windows<R> windows(
            Window window, List<Row> rows, ToLongFunction<Reading> key, Function<List<Row>, R> aggregate) {
        Map<Long, List<Row>> byKey =
                new TreeMap<>(rows.stream().collect(groupingBy(row -> key.applyAsLong(row.event))));
        Windows<R> windows = new Windows<>(new ArrayList<>(), new ArrayList<>());
        byKey.forEach((each, ofKey) -> {
            switch (window) {
                case Window.Sliding sliding -> slide(sliding, each, ofKey, aggregate, windows);
                case Window.Session session -> join(session.gap(), each, ofKey, aggregate, windows);
            }
        });
        return windows;
    }

    private static <R> void slide(
            Window.Sliding window, long key, List<Row> rows, Function<List<Row>, R> aggregate, Windows<R> windows) {
        Map<Long, List<Row>> byStart = new TreeMap<>();
        for (Row row : rows) {
            boolean counted = false;
            long start = Math.floorDiv(row.time, window.slide()) * window.slide();
            for (; start > row.time - window.size(); start -= window.slide()) {
                if (start + window.size() > row.mark) {
                    byStart.computeIfAbsent(start, none -> new ArrayList<>()).add(row);
                    counted = true;
                }
            }
            if (!counted) {
                windows.late.add(row.event);
            }
        }
        byStart.forEach((start, ofWindow) ->
                windows.results.add(new WindowResult<>(key, start, start + window.size(), aggregate.apply(ofWindow))));
    }

    private static <R> void join(
            long gap, long key, List<Row> rows, Function<List<Row>, R> aggregate, Windows<R> windows) {
        List<Session> sessions = new ArrayList<>();
        for (Row row : rows) {
            long start = row.time;
            long end = start + gap;
            List<Row> joined = new ArrayList<>(List.of(row));
            for (Session session : List.copyOf(sessions)) {
                boolean overlaps = session.start < row.time + gap && row.time < session.end;
                if (overlaps && session.end > row.mark) {
                    start = Math.min(start, session.start);
                    end = Math.max(end, session.end);
                    joined.addAll(session.rows);
                    sessions.remove(session);
                }
            }
            if (joined.size() > 1 || end > row.mark) {
                sessions.add(new Session(start, end, joined));
            } else {
                windows.late.add(row.event);
            }
        }
        sessions.forEach(session -> windows.results.add(
                new WindowResult<>(key, session.start, session.end, aggregate.apply(session.rows))));
    }

    /** Replaces the value of each event by the sum of its key so far. */
    static List<Row> rollingSums(List<Row> rows) {
        Map<Long, Long> sums = new HashMap<>();
        return rows.stream()
                .map(row -> row.with(new Reading(
                        row.event.sensor(),
                        row.event.time(),
                        sums.merge(row.event.sensor(), row.event.value(), Long::sum))))
                .toList();
    }

    /**
     * Returns the sums of each key. A sum ends when the watermark rises to {@code life} after the latest event of the
     * key.
     */
    static List<Row> expiringSums(List<Row> rows, long life) {
        List<Row> results = new ArrayList<>();
        rows.stream().collect(groupingBy(row -> row.event.sensor())).forEach((key, ofKey) -> {
            List<Row> state = new ArrayList<>();
            for (Row row : ofKey) {
                if (!state.isEmpty() && latest(state) + life <= row.mark && state.getLast().mark < row.mark) {
                    results.add(end(key, state, life));
                    state.clear();
                }
                state.add(row);
            }
            results.add(end(key, state, life));
        });
        return results;
    }

    /**
     * Returns the result of a state. If the state is over before its last event, the time of the result is the
     * watermark at that event.
     */
    private static Row end(long key, List<Row> state, long life) {
        long time = Math.max(latest(state) + life, state.getLast().mark);
        return new Row(new Reading(key, 0, sum(state)), time, NONE);
    }

    private static long latest(List<Row> rows) {
        return rows.stream().mapToLong(Row::time).max().orElseThrow();
    }

    /** Adds to each event the number and the sum of the rows of its key. */
    static List<Row> joined(List<Row> rows, List<Reading> bounded) {
        return rows.stream()
                .map(row -> row.with(joined(
                        row.event,
                        bounded.stream()
                                .filter(each -> each.sensor() == row.event.sensor())
                                .toList())))
                .toList();
    }

    static Reading joined(Reading reading, Collection<Reading> matches) {
        long sum = matches.stream().mapToLong(Reading::value).sum();
        return new Reading(reading.sensor(), reading.time(), reading.value() + sum + 1000L * matches.size());
    }

    static List<Row> flat(List<Row> rows, Function<Reading, List<Reading>> function) {
        return rows.stream()
                .flatMap(row -> function.apply(row.event).stream().map(row::with))
                .toList();
    }

    /**
     * Returns the events of a fork whose branches merge again. Each branch receives each event, and the first branch is
     * first.
     */
    static List<Row> forked(List<Row> rows, int divisor, int factor) {
        return rows.stream()
                .flatMap(row -> Stream.concat(
                        Stream.of(row).filter(each -> Math.floorMod(each.event.value(), divisor) > 0),
                        Stream.of(row.with(times(row.event, factor)))))
                .toList();
    }

    static Reading times(Reading reading, int factor) {
        return new Reading(reading.sensor(), reading.time(), reading.value() * factor + 1);
    }

    static List<Reading> some(Reading reading) {
        return Stream.iterate(reading, each -> new Reading(each.sensor(), each.time(), each.value() + 1))
                .limit(Math.floorMod(reading.value(), 3))
                .toList();
    }

    static Reading plus(Reading reading, Optional<Long> more) {
        return new Reading(reading.sensor(), reading.time(), reading.value() + more.orElse(0L));
    }

    static long sum(List<Row> rows) {
        return rows.stream().mapToLong(row -> row.event.value()).sum();
    }

    static List<Long> descending(List<Row> rows, int n) {
        return rows.stream()
                .map(row -> row.event.value())
                .sorted(Comparator.reverseOrder())
                .limit(n)
                .toList();
    }

    /** Returns the aggregate over the rows of both sides of a group. */
    static long both(List<Row> all, Set<Row> others) {
        Map<Boolean, List<Row>> sides = all.stream().collect(partitioningBy(others::contains));
        List<Row> ours = requireNonNull(sides.get(false));
        List<Row> theirs = requireNonNull(sides.get(true));
        return both(
                ours.isEmpty() ? Optional.empty() : Optional.of(sum(ours)),
                theirs.isEmpty() ? Optional.empty() : Optional.of((long) theirs.size()));
    }

    static long both(Optional<Long> sum, Optional<Long> count) {
        return sum.orElse(-7L) * 3 + count.orElse(-11L);
    }
}
