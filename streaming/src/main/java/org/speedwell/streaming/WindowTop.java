package org.speedwell.streaming;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.aggregate.Aggregates;
import org.speedwell.streaming.keyed.StatefulMap;
import org.speedwell.streaming.window.WindowResult;

/**
 * The greatest results of each window over all keys. Parts of the keys first keep their own greatest results, in
 * parallel. Then one receiver merges those. So the state holds {@code n} results of each part and open window.
 */
record WindowTop<K, R>(int n, Comparator<? super R> order) {
    /** The number of parts, which are at least as many as useful threads. */
    private static final int PARTS = 64;

    /** The greatest results so far of each open window, by its end. */
    private static final class Open<A> implements Serializable {
        private static final long serialVersionUID = 1L;

        private final TreeMap<Long, A> windows = new TreeMap<>();
        private long size;
    }

    WindowTop {
        if (n < 1) {
            throw new IllegalArgumentException("n is " + n + ", but must be 1 or more.");
        }
    }

    /** Returns the greatest results of each window. */
    Events<WindowResult<Long, List<WindowResult<K, R>>>> of(Events<WindowResult<K, R>> results) {
        Aggregate<WindowResult<K, R>, ?, List<WindowResult<K, R>>> top = Aggregates.top(n, this::compare);
        return results.keyLong(result -> result.key().hashCode() & (PARTS - 1))
                .stateful("top " + n + " of a part", map(top), false, List.of(order))
                .flatMap(best -> best.value().stream())
                .keyLong(Events.SAME_KEY)
                .stateful("top " + n, map(top), false, List.of(order));
    }

    /** Compares two results. If two keys have equal results, the smaller key counts as greater. */
    @SuppressWarnings("unchecked") // a key without an order causes a message
    private int compare(WindowResult<K, R> one, WindowResult<K, R> other) {
        int byResult = order.compare(one.value(), other.value());
        if (byResult != 0) {
            return byResult;
        }
        if (one.key() instanceof Comparable<?> key) {
            return ((Comparable<Object>) key).compareTo(other.key()) * -1;
        }
        throw new IllegalStateException("The keys " + one.key() + " and " + other.key()
                + " have equal results, but their class " + one.key().getClass().getName()
                + " is not Comparable. Let top order keys with equal results: use Comparable keys.");
    }

    private static <K, R, A> StatefulMap<Long, WindowResult<K, R>, ?, WindowResult<Long, List<WindowResult<K, R>>>> map(
            Aggregate<WindowResult<K, R>, A, List<WindowResult<K, R>>> top) {
        return StatefulMap.<Long, WindowResult<K, R>, Open<A>, WindowResult<Long, List<WindowResult<K, R>>>>of(
                        Open::new, (open, result, time, results) -> {
                            open.size = result.end() - result.start();
                            A best = open.windows.get(result.end());
                            if (best == null) {
                                best = top.create();
                                top.accumulate(best, result, time); // may throw, before the state changes
                                open.windows.put(result.end(), best);
                            } else {
                                top.accumulate(best, result, time);
                            }
                        })
                .onAlarm(
                        (open, latest) -> open.windows.isEmpty() ? Long.MAX_VALUE : open.windows.firstKey(),
                        (key, open, end, results) -> {
                            A best = open.windows.remove(end);
                            if (best != null) {
                                results.accept(new WindowResult<>(0L, end - open.size, end, top.finish(best)), end - 1);
                            }
                        })
                .expiringAt((open, latest) -> open.windows.isEmpty() ? Long.MIN_VALUE : Long.MAX_VALUE);
    }
}
