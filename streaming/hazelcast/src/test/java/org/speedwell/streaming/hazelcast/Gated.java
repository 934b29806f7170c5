package org.speedwell.streaming.hazelcast;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.ReplayableSource;
import org.speedwell.streaming.Source;

/**
 * A source that gives a limited number of events until a test raises the limit. A job that reads it cannot complete
 * earlier.
 */
final class Gated implements ReplayableSource<Sale> {
    private static final Map<String, Integer> LIMITS = new ConcurrentHashMap<>();

    /** The number of times that a position behind the first event was saved or restored, by gate. */
    private static final Map<String, Integer> SAVED = new ConcurrentHashMap<>();

    private static final Map<String, Integer> SOUGHT = new ConcurrentHashMap<>();

    private final String gate;
    private final ReplayableSource<Sale> behind;
    private int given;

    private Gated(String gate, ReplayableSource<Sale> behind) {
        this.gate = gate;
        this.behind = behind;
    }

    static ReplayableSource<Sale> source(String gate, ReplayableSource<Sale> behind) {
        return new Gated(gate, behind);
    }

    /** Sets the limit of events for each source of the gate, or for each of its partitions. */
    static void open(String gate, int limit) {
        LIMITS.put(gate, limit);
    }

    static int saved(String gate) {
        return SAVED.getOrDefault(gate, 0);
    }

    static int sought(String gate) {
        return SOUGHT.getOrDefault(gate, 0);
    }

    @Override
    public Optional<Source<Sale>> part(int part, int parts) {
        return behind.part(part, parts).map(source -> new Gated(gate, (ReplayableSource<Sale>) source));
    }

    @Override
    public @Nullable Sale poll() {
        if (given >= LIMITS.getOrDefault(gate, 0)) {
            return null;
        }
        Sale sale = behind.poll();
        given += sale == null ? 0 : 1;
        return sale;
    }

    @Override
    public boolean isExhausted() {
        return behind.isExhausted();
    }

    @Override
    public void stop() {
        behind.stop();
    }

    @Override
    public Serializable position() {
        if (given > 0) {
            SAVED.merge(gate, 1, Integer::sum);
        }
        return new Serializable[] {given, behind.position()};
    }

    @Override
    public void seek(Serializable position) {
        Serializable[] both = (Serializable[]) position;
        given = (Integer) both[0];
        behind.seek(both[1]);
        if (given > 0) {
            SOUGHT.merge(gate, 1, Integer::sum);
        }
    }
}
