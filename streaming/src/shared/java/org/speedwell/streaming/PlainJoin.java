package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.speedwell.streaming.PlainJob.Row;

/** Plain implementations of joins of two streams and of {@code deduplicate}, by their definitions. */
final class PlainJoin {
    private PlainJoin() {}

    /** A result with its time. */
    record Timed(String result, long time) {
        @Override
        public String toString() {
            return result + " at " + time;
        }
    }

    /** Returns whether an event arrives before the watermark passes it. */
    static boolean isOnTime(Row row) {
        return row.time() >= row.mark();
    }

    /** Returns all pairs of an interval join. */
    static List<Timed> pairs(List<Row> lefts, List<Row> rights, long from, ToLongFunction<Row> last) {
        return lefts.stream()
                .flatMap(left -> partners(left, rights, from, last)
                        .map(right ->
                                new Timed(left.event() + "/" + right.event(), Math.max(left.time(), right.time()))))
                .toList();
    }

    /** Returns the events of an interval join that have no partner. */
    static List<Timed> alone(List<Row> lefts, List<Row> rights, long from, ToLongFunction<Row> last) {
        return lefts.stream()
                .filter(PlainJoin::isOnTime)
                .filter(left -> partners(left, rights, from, last).findAny().isEmpty())
                .map(left -> new Timed(left.event() + "/-", Math.max(left.time(), last.applyAsLong(left))))
                .toList();
    }

    /** Returns each event of an interval join with all its partners. Their order at equal times is undefined. */
    static List<Timed> groups(List<Row> lefts, List<Row> rights, long from, ToLongFunction<Row> last) {
        return lefts.stream()
                .filter(PlainJoin::isOnTime)
                .map(left -> new Timed(
                        group(
                                left.event(),
                                partners(left, rights, from, last)
                                        .map(Row::event)
                                        .toList()),
                        Math.max(left.time(), last.applyAsLong(left))))
                .toList();
    }

    static String group(Reading left, List<Reading> rights) {
        return left + "/"
                + rights.stream()
                        .sorted(Comparator.comparingLong(Reading::time).thenComparingLong(Reading::value))
                        .toList();
    }

    private static Stream<Row> partners(Row left, List<Row> rights, long from, ToLongFunction<Row> last) {
        return rights.stream()
                .filter(right -> isOnTime(left)
                        && isOnTime(right)
                        && left.event().sensor() == right.event().sensor()
                        && left.time() + from <= right.time()
                        && right.time() <= last.applyAsLong(left));
    }

    /**
     * Returns each event with its version. A version that arrives after the watermark has passed an event comes too
     * late for this event.
     */
    static List<Timed> asOf(List<Row> lefts, List<Row> versions, boolean isOuter, long removedBelow) {
        List<Timed> results = new ArrayList<>();
        for (Row left : lefts) {
            Optional<Row> valid = versions.stream()
                    .filter(version -> version.event().sensor() == left.event().sensor()
                            && version.time() <= left.time()
                            && version.mark() <= left.time())
                    .reduce((a, b) -> a.time() > b.time() ? a : b)
                    .filter(version -> version.event().value() >= removedBelow);
            if (isOnTime(left) && (isOuter || valid.isPresent())) {
                results.add(new Timed(
                        left.event() + "/" + valid.map(row -> "" + row.event()).orElse("-"), left.time()));
            }
        }
        return results;
    }

    /** Returns the versions that arrive when a later one is valid for all events that can still come. */
    static List<Row> lateVersions(List<Row> versions) {
        List<Row> late = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            Row version = versions.get(i);
            boolean isReplaced = versions.subList(0, i).stream()
                    .anyMatch(earlier ->
                            earlier.event().sensor() == version.event().sensor()
                                    && earlier.time() > version.time()
                                    && earlier.time() <= version.mark());
            if (isReplaced) {
                late.add(version);
            }
        }
        return late;
    }

    static List<Timed> deduplicated(List<Row> rows, long within) {
        List<Timed> results = new ArrayList<>();
        Map<Long, List<Long>> kept = new HashMap<>();
        for (Row row : rows) {
            List<Long> times = kept.computeIfAbsent(row.event().sensor(), none -> new ArrayList<>());
            boolean isNew = times.stream()
                    .filter(time -> row.mark() == PlainJob.NONE || time + within > row.mark())
                    .allMatch(time -> Math.abs(time - row.time()) >= within);
            if (isNew) {
                times.add(row.time());
                results.add(new Timed("" + row.event(), row.time()));
            }
        }
        return results;
    }
}
