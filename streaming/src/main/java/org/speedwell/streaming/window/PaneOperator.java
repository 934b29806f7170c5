package org.speedwell.streaming.window;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Outbox;
import org.speedwell.streaming.engine.Stage;

/**
 * Sliding windows over shared panes of gcd(size, slide) milliseconds (Li, Maier, Tufte, Papadimos and Tucker: No Pane,
 * No Gain, 2005). Where panes can be deducted, one window runs along: the panes ahead are combined into it, those behind
 * are deducted. Where not, the panes of each window are combined anew. A tumbling window is its only pane.
 */
final class PaneOperator<K, R> extends WindowOperator<K, R> {
    private final long size;
    private final long slide;
    private final long length;
    private final boolean tumbling;
    private final boolean running;
    private final Panes panes;
    private final Keys keys;
    private final Failures failures;
    private final LateEvents lateEvents;

    /** The window being emitted; while it runs along, the sum of all panes that start before {@link #combinedTo}. */
    private final Pane window;

    private long combinedTo = Long.MIN_VALUE;

    /** All windows that end here or before are closed. */
    private long closed = Long.MIN_VALUE;

    private long watermark = Long.MIN_VALUE;

    /** What is being emitted: null between windows. */
    private @Nullable Pane results;

    private long end;
    private int cursor;

    PaneOperator(
            Window.Sliding definition,
            boolean deductible,
            Supplier<Pane> make,
            Keys keys,
            Failures failures,
            LateEvents lateEvents) {
        this.size = definition.size();
        this.slide = definition.slide();
        this.length = gcd(size, slide);
        this.tumbling = size == slide;
        this.running = deductible && !tumbling;
        this.panes = new Panes(length, make);
        this.window = make.get();
        this.keys = keys;
        this.failures = failures;
        this.lateEvents = lateEvents;
    }

    @Override
    public void accept(Batch batch) {
        int i = 0;
        while (i < batch.size) {
            long start = floor(batch.times[i], length);
            if (lastEnd(start) <= watermark) {
                lateEvents.late(batch, i++);
                continue;
            }
            Pane pane = panes.at(start);
            if (running && start < combinedTo) {
                pane.addTwice(batch, i++, keys, window);
                continue;
            }
            int to = i + 1;
            while (to < batch.size && batch.times[to] >= start && batch.times[to] - start < length) {
                to++;
            }
            pane.addAll(batch, i, to, keys);
            i = to;
        }
    }

    @Override
    public void advance(long to) {
        watermark = to;
    }

    @Override
    public boolean emit(Stage<? super WindowResult<K, R>> next, Outbox outbox) {
        int looks = 0;
        for (Pane from = window(); from != null; from = window()) {
            for (int limit = keys.limit(); cursor < limit; cursor++) {
                if (!outbox.isOpen() || looks++ == STEP) {
                    return false;
                }
                if (from.holds(cursor)) {
                    emit(from, next);
                }
            }
            closeWindow();
        }
        closed = Math.max(closed, floor(watermark - size, slide) + size);
        return true;
    }

    @SuppressWarnings("unchecked") // the slots' keys and results are those of this operator's definition
    private void emit(Pane from, Stage<? super WindowResult<K, R>> next) {
        K key = (K) keys.key(cursor);
        R value;
        try {
            value = (R) from.result(cursor);
        } catch (RuntimeException e) {
            failures.report(FINISH, "key " + key, e);
            return;
        }
        next.accept(new WindowResult<>(key, end - size, end, value), end - 1);
    }

    /** The window being emitted, or else the next that has events if the watermark closes it, or else null. */
    private @Nullable Pane window() {
        if (results == null && panes.size() > 0) {
            results = nextWindow(panes.get(0));
        }
        return results;
    }

    /** The next window that has events: it is found from the first pane, as those without are never seen. */
    private @Nullable Pane nextWindow(Pane first) {
        long next = Math.max(floor(first.start + length - size + slide - 1, slide) + size, closed + slide);
        if (next > watermark) {
            return null;
        }
        end = next;
        cursor = 0;
        if (tumbling) {
            return first;
        }
        combine();
        return window;
    }

    private void combine() {
        if (!running) {
            window.clear();
        }
        int from = 0;
        while (running && from < panes.size() && panes.get(from).start < combinedTo) {
            from++;
        }
        for (int i = from; i < panes.size() && panes.get(i).start < end; i++) {
            window.combine(panes.get(i));
        }
        combinedTo = end;
    }

    /** Removes the panes that no later window needs. */
    private void closeWindow() {
        closed = end;
        results = null;
        while (panes.size() > 0 && panes.get(0).start < end + slide - size) {
            Pane first = panes.get(0);
            if (running) {
                window.deduct(first);
            }
            for (int i = 0; i < first.touches(); i++) {
                keys.release(first.touched(i));
            }
            panes.removeFirst();
        }
    }

    /** The end of the last window that a pane belongs to. */
    private long lastEnd(long start) {
        return floor(start, slide) + size;
    }

    private static long floor(long time, long unit) {
        return time - Math.floorMod(time, unit);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
