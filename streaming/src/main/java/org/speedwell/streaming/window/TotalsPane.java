package org.speedwell.streaming.window;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.aggregate.Totals;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.keyed.Keys;

/** Counts and sums as primitives. Nothing is allocated once the arrays have room for all slots. */
final class TotalsPane extends Pane {
    private static final long[] NONE = new long[0];

    private final Totals<?, ?> totals;
    private final boolean summing;

    /** Sums by slot; empty where events are only counted. */
    private long[] sums;

    TotalsPane(Totals<?, ?> totals) {
        this.totals = totals;
        this.summing = totals.number() != null;
        this.sums = summing ? new long[counts.length] : NONE;
    }

    @Override
    void addAll(Batch batch, int from, int to, Keys keys) {
        int[] slots = keys.slots(batch, from, to);
        boolean sum = summing;
        long[] values = batch.values;
        for (int i = from; i < to; i++) {
            int slot = slots[i];
            if (slot >= counts.length) {
                grow(slot);
            }
            if (counts[slot]++ == 0) {
                touch(slot);
                keys.retain(slot);
            }
            if (sum) {
                sums[slot] += values[i];
            }
        }
    }

    @Override
    void addTwice(Batch batch, int i, Keys keys, Pane window) {
        addAll(batch, i, i + 1, keys);
        ((TotalsPane) window).add(keys.slot(batch, i), 1, summing ? batch.values[i] : 0);
    }

    @Override
    void combine(Pane other) {
        TotalsPane pane = (TotalsPane) other;
        for (int i = 0; i < pane.touches(); i++) {
            int slot = pane.touched(i);
            add(slot, pane.counts[slot], summing ? pane.sums[slot] : 0);
        }
    }

    @Override
    void deduct(Pane other) {
        TotalsPane pane = (TotalsPane) other;
        for (int i = 0; i < pane.touches(); i++) {
            int slot = pane.touched(i);
            add(slot, -pane.counts[slot], summing ? -pane.sums[slot] : 0);
        }
    }

    @Override
    Object result(int slot) {
        return totals.finish(counts[slot], summing ? sums[slot] : 0);
    }

    @Override
    void clear(int slot) {
        counts[slot] = 0;
        if (summing) {
            sums[slot] = 0;
        }
    }

    @Override
    void saveSlot(int slot, ObjectOutput out) throws IOException {
        out.writeLong(counts[slot]);
        out.writeLong(summing ? sums[slot] : 0);
    }

    @Override
    void restoreSlot(int slot, ObjectInput in) throws IOException {
        long count = in.readLong();
        add(slot, count, in.readLong());
    }

    private void add(int slot, long count, long sum) {
        if (slot >= counts.length) {
            grow(slot);
        }
        counts[slot] += count;
        if (summing) {
            sums[slot] += sum;
        }
    }

    private void grow(int slot) {
        counts = Arrays.copyOf(counts, Math.max(2 * counts.length, slot + 1));
        if (summing) {
            sums = Arrays.copyOf(sums, counts.length);
        }
    }
}
