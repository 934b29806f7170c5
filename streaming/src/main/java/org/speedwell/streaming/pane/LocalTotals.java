package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.engine.Port;
import org.speedwell.streaming.state.KeyBudget;
import org.speedwell.streaming.state.LongKeys;
import org.speedwell.streaming.window.Window;

/**
 * The first of two stages of a window over counts and sums: totals of each pane and key of one sender's events, which go
 * on when the watermark passes the pane, to where those of all senders are added up. What threads must exchange are then
 * totals, and not events. Which are late is seen there: all of a pane are, or none. For one thread.
 */
public final class LocalTotals implements Operator<LocalTotals.Total> {
    private final Panes panes;
    private final LongKeys keys;
    private final Total total = new Total();
    private long watermark = Batch.NO_WATERMARK;

    /** The next slot of the pane that is being emitted. */
    private int cursor;

    /** What the events of a key in a pane come to. One object, used again for each. */
    public static final class Total {
        private long key;
        private long count;
        private long sum;

        private Total() {}

        /** Sends it to the receiver of its key. */
        public void send(long time, Port port) {
            Batch batch = port.batch(key);
            int i = batch.add(time, key);
            batch.counts[i] = count;
            if (batch.values.length > 0) { // else events are only counted
                batch.values[i] = sum;
            }
        }
    }

    public LocalTotals(Window.Sliding window, Totals<?, ?> totals, KeyBudget budget) {
        this.panes = new Panes(window.pane(), () -> new TotalsPane(totals));
        this.keys = new LongKeys(budget);
    }

    @Override
    public int accept(Batch batch, int from, int sender, Output<Total> output) {
        int i = from;
        boolean together = panes.areOfOne(batch, from);
        while (i < batch.size) {
            int to = together ? batch.size : panes.end(batch, i);
            panes.at(panes.start(batch.times[i])).addAll(batch, i, to, keys);
            i = to;
        }
        return i;
    }

    @Override
    public void advance(long to) {
        watermark = to;
    }

    /** Releases all panes. Later events of the same panes make further totals. */
    @Override
    public boolean idle() {
        watermark = Batch.END;
        return true;
    }

    @Override
    public boolean emit(Output<Total> output) {
        int looks = 0;
        while (panes.size() > 0 && panes.get(0).start + panes.length() <= watermark) {
            TotalsPane pane = (TotalsPane) panes.get(0);
            for (int slot = pane.next(cursor); slot >= 0; slot = pane.next(slot + 1)) {
                if (!output.isOpen() || looks++ == STEP) {
                    cursor = slot;
                    return false;
                }
                total.key = keys.number(slot);
                total.count = pane.counts.get(slot);
                total.sum = pane.sum(slot);
                output.send(total, pane.start);
                keys.release(slot);
            }
            cursor = 0;
            panes.removeFirst();
        }
        return true;
    }

    @Override
    public long bytes() {
        return keys.bytes() + panes.bytes();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        panes.save(keys, out);
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        panes.restore(keys, in);
    }
}
