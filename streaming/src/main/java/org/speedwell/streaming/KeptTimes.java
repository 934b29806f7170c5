package org.speedwell.streaming;

import java.io.Serializable;
import org.speedwell.streaming.engine.Millis;
import org.speedwell.streaming.keyed.StatefulMap;

/** The times of the events of one key that {@link Keyed#deduplicate} has kept and not forgotten. */
final class KeptTimes implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The times. Two of them differ by {@code within} at least. */
    private final TimedRows<Boolean> times = new TimedRows<>();

    /** Returns the definition of the operation. */
    static <T> StatefulMap<Object, T, KeptTimes, T> map(long within) {
        return StatefulMap.<Object, T, KeptTimes, T>of(KeptTimes::new, (kept, event, time, results) -> {
                    if (kept.add(time, within, results.watermark())) {
                        results.accept(event);
                    }
                })
                .expiringAt((kept, latest) -> kept.times.time(kept.times.size() - 1) + within);
    }

    /** Adds a time unless it is less than {@code within} before or after another. Returns whether it did. */
    private boolean add(long time, long within, long watermark) {
        times.removeFirst(times.before(Millis.bounded(watermark) - within + 1));
        int later = times.before(time);
        boolean isDuplicate = later < times.size() && times.time(later) - time < within
                || later > 0 && time - times.time(later - 1) < within;
        if (!isDuplicate) {
            times.add(time, true);
        }
        return !isDuplicate;
    }
}
