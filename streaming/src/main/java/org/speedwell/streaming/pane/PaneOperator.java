package org.speedwell.streaming.pane;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.state.Keys;
import org.speedwell.streaming.state.LongKeys;
import org.speedwell.streaming.window.Window;
import org.speedwell.streaming.window.WindowResult;

/**
 * An operator of sliding windows over shared panes of gcd(size, slide) milliseconds (Li, Maier, Tufte, Papadimos and
 * Tucker: No Pane, No Gain, 2005). A {@link Combination} turns panes into windows.
 */
final class PaneOperator<K, R> extends WindowOperator<K, R> {
    private final long size;
    private final long slide;
    private final Supplier<Pane> make;
    private final Function<PaneOperator<K, R>, DirectConsumer> taker;
    private final Combination combination;
    private final Panes panes;
    private final Keys keys;
    private final Failures failures;
    private final LateEvents lateEvents;

    /**
     * The open pane, which receives the events of a span of time directly. The span starts at {@code openFrom} and is
     * {@code openLength} milliseconds long. It is empty if no pane is open.
     */
    @Nullable
    ObjectPane open;

    long openFrom;
    long openLength;

    /** The time up to which windows are closed. A window that ends at this time is closed too. */
    private long closed = Long.MIN_VALUE;

    private long watermark = Long.MIN_VALUE;

    /** A sender of the results of slots. */
    interface Emission {
        /**
         * Sends the results of a range of slots while the outbox is open. The range ends before {@code to}.
         *
         * @return the first slot that it did not visit
         */
        int emit(Pane from, int first, int to, long end, boolean early);
    }

    /** The sender of results. Null until the operator first needs it. */
    private @Nullable Emission emission;

    /** The window that is being emitted. Null between windows. */
    private @Nullable Pane results;

    private long end;
    private int cursor;

    /** True if the results being emitted are early, so that the window stays open. */
    private boolean early;

    PaneOperator(
            Window.Sliding definition,
            boolean deductible,
            Supplier<Pane> make,
            Function<PaneOperator<K, R>, DirectConsumer> taker,
            Keys keys,
            Failures failures,
            LateEvents lateEvents) {
        this.size = definition.size();
        this.slide = definition.slide();
        this.make = make;
        this.taker = taker;
        this.panes = new Panes(definition.pane(), make);
        this.combination = size == slide
                ? new Combination.Single()
                : deductible ? new Combination.Running(make.get()) : new Combination.Recombining(make.get());
        this.keys = keys;
        this.failures = failures;
        this.lateEvents = lateEvents;
    }

    @Override
    public int accept(Batch batch, int from, int sender, Output<WindowResult<K, R>> output) {
        return accept(batch, from);
    }

    int accept(Batch batch, int from) {
        int i = from;
        boolean together = panes.areInOnePane(batch, from);
        while (i < batch.size) {
            long start = panes.start(batch.times[i]);
            if (lastEnd(start) <= watermark) {
                lateEvents.late(batch, i++);
                continue;
            }
            Pane pane = panes.at(start);
            if (combination.addToBoth(pane, batch, i, keys)) {
                i++;
                continue;
            }
            int to = together ? batch.size : panes.end(batch, i);
            pane.addAll(batch, i, to, keys);
            i = to;
        }
        if (keys.excess() > 0) {
            evict(keys.excess());
        }
        return i;
    }

    @Override
    public DirectConsumer taker(Output<WindowResult<K, R>> output) {
        return taker.apply(this);
    }

    /**
     * Opens the pane of a time. Opens none if its events are late, or if the running window already contains the pane.
     */
    void openAt(long time) {
        long start = panes.start(time);
        boolean isClosed = lastEnd(start) <= watermark || start < combination.combinedTo();
        open = isClosed ? null : (ObjectPane) panes.at(start);
        openFrom = start;
        openLength = isClosed ? 0 : panes.length();
    }

    /** Returns the slot of a key, and creates its accumulator in the open pane if there is none. */
    int begin(long key) {
        int slot = ((LongKeys) keys).slot(key);
        ObjectPane pane = requireNonNull(open);
        if (!pane.hasAccumulator(slot)) {
            pane.begin(slot);
        }
        return slot;
    }

    /**
     * Evicts the keys whose latest events are the oldest. The method compares the panes of the events, not their exact
     * times.
     */
    private void evict(int count) {
        int[] latest = new int[keys.limit()];
        for (int i = 0; i < panes.size(); i++) {
            Pane pane = panes.get(i);
            for (int slot = pane.next(0); slot >= 0; slot = pane.next(slot + 1)) {
                latest[slot] = i;
            }
        }
        BitSet marked = new BitSet(latest.length);
        int left = count;
        for (int i = 0; i < panes.size(); i++) {
            Pane pane = panes.get(i);
            for (int slot = pane.next(0); slot >= 0 && left > 0; slot = pane.next(slot + 1)) {
                if (latest[slot] == i) {
                    marked.set(slot);
                    keys.evicted();
                    left--;
                    combination.evict(slot);
                }
            }
        }
        for (int i = 0; i < panes.size(); i++) {
            panes.get(i).evict(marked, keys);
        }
    }

    @Override
    public void advance(long to) {
        watermark = to;
        openLength = 0;
    }

    /** Prepares early results of the first window that has events and that the watermark has not closed. */
    @Override
    public void peekEarly() {
        if (panes.size() == 0) {
            return;
        }
        end = nextEnd(panes.get(0));
        cursor = 0;
        early = true;
        results = make.get();
        for (int i = 0; i < panes.size() && panes.get(i).start < end; i++) {
            results.combine(panes.get(i));
        }
    }

    @Override
    public boolean emit(Output<WindowResult<K, R>> output) {
        int left = STEP;
        for (Pane from = window(); from != null; from = window()) {
            int limit = keys.limit();
            int reached = emission(output).emit(from, cursor, Math.min(limit, cursor + left), end, early);
            left -= reached - cursor;
            cursor = reached;
            if (cursor < limit) {
                return false;
            }
            if (early) {
                early = false;
                results = null;
            } else {
                closeWindow();
            }
        }
        if (watermark > Batch.NO_WATERMARK) {
            closed = Math.max(closed, Panes.floor(watermark - size, slide) + size);
        }
        return true;
    }

    private Emission emission(Output<WindowResult<K, R>> output) {
        Emission made = emission;
        if (made == null) {
            made = HiddenClassCopy.makeOnly(MethodHandles.lookup(), PaneEmission.class, keys, failures, size, output);
            emission = made;
        }
        return made;
    }

    /**
     * Returns the window that is being emitted, or the next window that has events and that the watermark closes.
     * Returns null if there is none.
     */
    private @Nullable Pane window() {
        if (results == null && panes.size() > 0) {
            results = nextWindow(panes.get(0));
        }
        return results;
    }

    /**
     * Returns the next window that has events and that the watermark closes, or null. The search begins at the first
     * pane, so that it never visits windows without events.
     */
    private @Nullable Pane nextWindow(Pane first) {
        long next = nextEnd(first);
        if (next > watermark) {
            return null;
        }
        end = next;
        cursor = 0;
        return combination.window(panes, end);
    }

    private long nextEnd(Pane first) {
        return Math.max(
                Panes.floor(first.start + panes.length() - size + slide - 1, slide) + size,
                closed == Long.MIN_VALUE ? closed : closed + slide);
    }

    /** Closes the window and removes the panes that no later window needs. */
    private void closeWindow() {
        closed = end;
        results = null;
        while (panes.size() > 0 && panes.get(0).start < end + slide - size) {
            Pane first = panes.get(0);
            combination.remove(first);
            for (int slot = first.next(0); slot >= 0; slot = first.next(slot + 1)) {
                keys.release(slot);
            }
            panes.removeFirst();
        }
    }

    @Override
    public long bytes() {
        return keys.bytes() + panes.bytes() + combination.bytes();
    }

    /** Returns the end of the last window that contains the pane. */
    private long lastEnd(long start) {
        return Panes.floor(start, slide) + size;
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(watermark);
        out.writeLong(closed);
        out.writeLong(combination.combinedTo());
        panes.save(keys, out);
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        watermark = in.readLong();
        closed = in.readLong();
        long combinedTo = in.readLong();
        panes.restore(keys, in);
        combination.restore(panes, combinedTo);
    }
}
