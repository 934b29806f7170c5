package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/** An implementation of windows straight from their definition. It keeps lists of events, without regard to speed. */
final class Oracle {
    private final Map<WindowResult<Long, String>, List<Reading>> closed = new HashMap<>();
    private final List<Reading> late = new ArrayList<>();

    private Oracle() {}

    private record Session(long start, long end, List<Reading> readings) {}

    static Oracle of(Window window, long lag, List<Reading> readings) {
        Oracle oracle = new Oracle();
        switch (window) {
            case Window.Sliding sliding -> oracle.slide(sliding, lag, readings);
            case Window.Session session -> oracle.join(session.gap(), lag, readings);
        }
        return oracle;
    }

    List<Reading> late() {
        return late;
    }

    <R> Set<WindowResult<Long, R>> results(Function<List<Reading>, R> aggregate) {
        Set<WindowResult<Long, R>> results = new HashSet<>();
        closed.forEach((window, readings) ->
                results.add(new WindowResult<>(window.key(), window.start(), window.end(), aggregate.apply(readings))));
        return results;
    }

    private void slide(Window.Sliding window, long lag, List<Reading> readings) {
        long watermark = Long.MIN_VALUE;
        for (Reading reading : readings) {
            boolean counted = false;
            long last = Math.floorDiv(reading.time(), window.slide()) * window.slide();
            for (long start = last; start > reading.time() - window.size(); start -= window.slide()) {
                if (start + window.size() > watermark) {
                    add(reading, start, start + window.size());
                    counted = true;
                }
            }
            if (!counted) {
                late.add(reading);
            }
            watermark = Math.max(watermark, reading.time() - lag);
        }
    }

    private void join(long gap, long lag, List<Reading> readings) {
        Map<Long, List<Session>> sessions = new HashMap<>();
        long watermark = Long.MIN_VALUE;
        for (Reading reading : readings) {
            List<Session> all = sessions.computeIfAbsent(reading.sensor(), sensor -> new ArrayList<>());
            long start = reading.time();
            long end = start + gap;
            List<Reading> joined = new ArrayList<>(List.of(reading));
            for (Session session : List.copyOf(all)) {
                if (session.end > watermark && session.start < reading.time() + gap && reading.time() < session.end) {
                    start = Math.min(start, session.start);
                    end = Math.max(end, session.end);
                    joined.addAll(session.readings);
                    all.remove(session);
                }
            }
            if (joined.size() > 1 || end > watermark) {
                all.add(new Session(start, end, joined));
            } else {
                late.add(reading);
            }
            watermark = Math.max(watermark, reading.time() - lag);
        }
        sessions.values()
                .forEach(all -> all.forEach(
                        session -> session.readings.forEach(reading -> add(reading, session.start, session.end))));
    }

    private void add(Reading reading, long start, long end) {
        closed.computeIfAbsent(new WindowResult<>(reading.sensor(), start, end, ""), window -> new ArrayList<>())
                .add(reading);
    }
}
