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
 * The first of two stages of a window over counts and sums. It computes totals for each pane and key of one sender's
 * events. When the watermark passes a pane, it sends the totals to a second stage, which adds the totals of all
 * senders. Threads then exchange totals instead of events. The second stage decides which totals are late: all events
 * of a pane are late, or none. For one thread.
 */
public final class LocalTotals implements Operator<LocalTotals.Total> {
    private final Panes panes;
    private final LongKeys keys;
    private final Total total = new Total();
    private long watermark = Batch.NO_WATERMARK;

    /** The next slot of the pane that is being emitted. */
    private int cursor;

    /** The totals of a key's events in a pane. The operator reuses one object. */
    public static final class Total {
        private long key;
        private long count;
        private long sum;

        private Total() {}

        /** Sends the totals to the receiver of their key. */
        public void send(long time, Port port) {
            Batch batch = port.batch(key);
            int i = batch.add(time, key);
            batch.counts[i] = count;
            if (batch.values.length > 0) { // otherwise the window only counts
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
        boolean together = panes.areInOnePane(batch, from);
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

    /** Releases all panes. Later events of the same panes result in further totals. */
    @Override
    public boolean idle() {
        watermark = Batch.END;
        return panes.size() > 0;
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
            pane.clear(0, keys.limit());
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
