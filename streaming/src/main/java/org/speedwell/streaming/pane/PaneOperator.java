package org.speedwell.streaming.pane;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Operator;
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
    private final BiFunction<PaneOperator<K, R>, Output<?>, DirectConsumer> taker;
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
         * Sends the results of a range of slots while the outbox is open. The range ends before {@code to} and has at
         * most {@link Operator#STEP} slots.
         *
         * @return the first slot that it did not visit
         */
        int emit(Pane from, int first, int to, long end, boolean early);
    }

    /** The sender of results. Null until the operator first needs it. */
    private @Nullable Emission emission;

    /** The window that is being emitted. Null between windows. */
    private @Nullable Pane results;

    /** The strategy that combines the panes of the window that is being emitted. */
    private Combination combining;

    private long end;

    /** The first slot of the window that is not yet combined, and the first that is not yet emitted. */
    private int combined;

    private int cursor;

    /** The number of panes that no later window needs, and the first slot that the first of them still has. */
    private int expired;

    private int reclaimed;

    /** True if the results being emitted are early, so that the window stays open. */
    private boolean early;

    PaneOperator(
            Window.Sliding definition,
            boolean deductible,
            Supplier<Pane> make,
            BiFunction<PaneOperator<K, R>, Output<?>, DirectConsumer> taker,
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
        this.combining = combination;
        this.keys = keys;
        this.failures = failures;
        this.lateEvents = lateEvents;
    }

    @Override
    public int accept(Batch batch, int from, int sender, Output<WindowResult<K, R>> output) {
        return accept(batch, from, output);
    }

    int accept(Batch batch, int from, Output<?> output) {
        int i = from;
        boolean together = panes.areInOnePane(batch, from);
        while (i < batch.size) {
            long start = panes.start(batch.times[i]);
            if (lastEnd(start) <= watermark) {
                lateEvents.late(batch, i++, watermark, output);
                if (!output.isOpen()) {
                    break;
                }
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
        return taker.apply(this, output);
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
        early = true;
        begin(new Combination.Recombining(make.get()), nextEnd());
    }

    /**
     * Emits windows in steps. A step first combines the slots that it emits, which are then still in the CPU's cache.
     */
    @Override
    public boolean emit(Output<WindowResult<K, R>> output) {
        int left = STEP;
        while (isDue()) {
            Pane from = results;
            if (from == null) {
                left = reclaim(left);
                if (expired > 0) {
                    return false;
                }
                from = begin(combination, nextEnd());
            }
            int limit = keys.limit();
            int to = Math.min(limit, cursor + left);
            if (combined < to) {
                combining.combine(panes, combined, to);
                combined = to;
            }
            int reached = emission(output).emit(from, cursor, to, end, early);
            left -= reached - cursor;
            cursor = reached;
            if (cursor < limit) {
                return false;
            }
            closeWindow();
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

    /** Returns whether a window is being emitted, or the watermark closes a further window that has events. */
    private boolean isDue() {
        return results != null || expired < panes.size() && nextEnd() <= watermark;
    }

    /**
     * Returns the end of the next window that has events. The search begins at the first pane, so that it never visits
     * windows without events.
     */
    private long nextEnd() {
        return Math.max(
                Panes.floor(panes.get(expired).start + panes.length() - size + slide - 1, slide) + size,
                closed == Long.MIN_VALUE ? closed : closed + slide);
    }

    /** Begins to emit the window that ends at a time. */
    private Pane begin(Combination strategy, long windowEnd) {
        combining = strategy;
        end = windowEnd;
        cursor = 0;
        combined = 0;
        results = strategy.begin(panes, windowEnd);
        return results;
    }

    /** Ends the window whose results are all sent. After early results, the window remains open. */
    private void closeWindow() {
        results = null;
        if (early) {
            early = false;
        } else {
            closed = end;
            expired = panes.before(end + slide - size);
        }
    }

    @Override
    public boolean reclaim() {
        reclaim(STEP);
        return expired == 0;
    }

    /**
     * Removes slots of the panes that no later window needs.
     *
     * @param most the greatest number of slots that the method visits
     * @return the number of slots less than that
     */
    private int reclaim(int most) {
        int limit = keys.limit();
        int left = most;
        while (expired > 0 && left > 0) {
            Pane first = panes.get(0);
            int to = Math.min(limit, reclaimed + left);
            combination.deduct(first, reclaimed, to);
            for (int slot = first.next(reclaimed); slot >= 0 && slot < to; slot = first.next(slot + 1)) {
                keys.release(slot);
            }
            first.clear(reclaimed, to);
            left -= to - reclaimed;
            reclaimed = to;
            if (reclaimed == limit) {
                panes.removeFirst();
                reclaimed = 0;
                expired--;
            }
        }
        return left;
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
        watermark = Math.max(watermark, in.readLong());
        closed = Math.max(closed, in.readLong());
        long combinedTo = Math.max(combination.combinedTo(), in.readLong());
        panes.restore(keys, in);
        combination.restore(panes, combinedTo, keys.limit());
    }
}
