package org.speedwell.demo.live;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.speedwell.accelerator.model.Position;

/**
 * The times at which the generator sent its last commits, by the position after each. The generator reads these
 * positions only while a caller wants the times, because each costs a statement. Thread-safe.
 */
public final class CommitTimes {
    private static final int KEPT = 200;

    private final Map<String, Long> nanosOf = new LinkedHashMap<>();
    private volatile boolean isWanted;

    /** Turns the recording on or off. */
    public void want(boolean on) {
        isWanted = on;
    }

    boolean isWanted() {
        return isWanted;
    }

    /**
     * Records a commit.
     *
     * @param end the end of the binlog after the commit
     * @param nanos the {@link System#nanoTime} at which the generator sent COMMIT
     */
    public synchronized void add(Position end, long nanos) {
        nanosOf.put(key(end), nanos);
        if (nanosOf.size() > KEPT) {
            nanosOf.remove(nanosOf.keySet().iterator().next());
        }
    }

    /**
     * Returns the {@link System#nanoTime} at which the generator sent the commit that ends at a position. Empty if
     * another client made that commit, or the time is not recorded.
     */
    public synchronized OptionalLong sentAt(Position end) {
        Long nanos = nanosOf.get(key(end));
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    private static String key(Position end) {
        return end.file() + ":" + end.offset();
    }
}
