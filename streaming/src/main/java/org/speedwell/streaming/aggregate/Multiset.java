package org.speedwell.streaming.aggregate;

import java.io.Serializable;
import java.util.HashMap;

/** A map from values to their counts. It drops values whose count is zero. */
final class Multiset<V> implements Serializable {
    private final HashMap<V, Long> counts = new HashMap<>();

    void add(V value, long count) {
        counts.merge(value, count, Multiset::sumOrNothing);
    }

    void addAll(Multiset<V> other) {
        other.counts.forEach(this::add);
    }

    void removeAll(Multiset<V> other) {
        other.counts.forEach((value, count) -> add(value, -count));
    }

    long distinct() {
        return counts.size();
    }

    @SuppressWarnings("NullAway") // null tells merge to remove the value
    private static Long sumOrNothing(Long a, Long b) {
        return a + b == 0 ? null : a + b;
    }
}
