package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/** A pane with counts and sums as primitives. It allocates nothing once its arrays have room for all slots. */
final class TotalsPane extends Pane {
    private static final long[] NONE = new long[0];

    private final Totals<?, ?> totals;
    private final boolean summing;

    /** The sum of each slot. Empty if the window only counts. */
    private long[] sums = NONE;

    TotalsPane(Totals<?, ?> totals) {
        this.totals = totals;
        this.summing = totals.number() != null;
    }

    @Override
    void addAll(Batch batch, int from, int to, Keys keys) {
        int[] slots = keys.slots(batch, from, to);
        reserve(keys.limit());
        if (batch.counts.length > 0) {
            for (int i = from; i < to; i++) {
                add(slots[i], batch.counts[i], keys);
            }
        } else {
            int[] low = counts.low;
            for (int i = from; i < to; i++) {
                int slot = slots[i];
                int count = low[slot];
                if (count == 0 || count == Integer.MAX_VALUE) {
                    add(slot, 1, keys); // may be a new slot, or a count that no longer fits an int
                } else {
                    low[slot] = count + 1;
                }
            }
        }
        if (summing) {
            long[] values = batch.values;
            for (int i = from; i < to; i++) {
                sums[slots[i]] += values[i];
            }
        }
    }

    private void add(int slot, long count, Keys keys) {
        if (touch(slot)) {
            keys.retain(slot);
        }
        counts.add(slot, count);
    }

    @Override
    void addTwice(Batch batch, int i, Keys keys, Pane window) {
        addAll(batch, i, i + 1, keys);
        TotalsPane target = (TotalsPane) window;
        target.reserve(keys.limit());
        target.add(keys.slot(batch, i), batch.count(i), summing ? batch.values[i] : 0);
    }

    @Override
    void combine(Pane other, int from, int to) {
        TotalsPane pane = (TotalsPane) other;
        counts.addAll(pane.counts, from, to);
        reserve(counts.low.length);
        int end = Math.min(to, pane.sums.length);
        for (int slot = from; slot < end; slot++) {
            sums[slot] += pane.sums[slot];
        }
    }

    @Override
    void deduct(Pane other, int from, int to) {
        TotalsPane pane = (TotalsPane) other;
        counts.subtractAll(pane.counts, from, to);
        reserve(counts.low.length);
        int end = Math.min(to, pane.sums.length);
        for (int slot = from; slot < end; slot++) {
            sums[slot] -= pane.sums[slot];
        }
    }

    /** Returns the sum of a slot, or 0 if the window only counts. */
    long sum(int slot) {
        return summing ? sums[slot] : 0;
    }

    @Override
    Object result(int slot) {
        return totals.finish(counts.get(slot), sum(slot));
    }

    @Override
    void clear(int from, int to) {
        super.clear(from, to);
        if (from < sums.length) {
            Arrays.fill(sums, from, Math.min(to, sums.length), 0);
        }
    }

    @Override
    void saveSlot(int slot, ObjectOutput out) throws IOException {
        out.writeLong(counts.get(slot));
        out.writeLong(sum(slot));
    }

    @Override
    void restoreSlot(int slot, ObjectInput in) throws IOException {
        long count = in.readLong();
        reserve(slot + 1);
        add(slot, count, in.readLong());
    }

    @Override
    long bytes() {
        return super.bytes() + (long) Long.BYTES * sums.length;
    }

    private void add(int slot, long count, long sum) {
        counts.add(slot, count);
        if (summing) {
            sums[slot] += sum;
        }
    }

    /** Makes room for all slots below {@code limit}. */
    private void reserve(int limit) {
        counts.reserve(limit);
        if (summing && sums.length < counts.low.length) {
            sums = Arrays.copyOf(sums, counts.low.length);
        }
    }
}
