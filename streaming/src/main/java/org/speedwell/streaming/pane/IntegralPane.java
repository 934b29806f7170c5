package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.speedwell.streaming.aggregate.Samples;
import org.speedwell.streaming.aggregate.TimeIntegral;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/**
 * A pane with the areas under sampled quantities, stored as primitives. While the samples of a key arrive in time
 * order, each sample adds the area between the sample before and itself. After a sample that arrives too late, the pane
 * computes the area again from all samples when a caller needs it. The pane allocates nothing once its arrays have
 * room.
 */
final class IntegralPane extends Pane {
    /**
     * The number of elements of a slot in {@code state}. They are the latest time, the bits of its value, the bits of
     * the area, and the last sample.
     */
    private static final int STRIDE = 4;

    private static final int VALUE = 1;
    private static final int AREA = 2;

    /**
     * The offset of the number that the last sample has in the log. The number is negative after a sample that was
     * earlier than the one before.
     */
    private static final int SAMPLE = 3;

    private final TimeIntegral<Object, Object> integral;
    private final SampleLog log = new SampleLog();
    private long[] state = new long[16 * STRIDE];

    /** The earliest time of each slot and the bits of its value. */
    private long[] earliest = new long[16 * 2];

    @SuppressWarnings("unchecked") // the batches contain numbers instead of events
    IntegralPane(TimeIntegral<?, ?> integral) {
        this.integral = (TimeIntegral<Object, Object>) integral;
    }

    @Override
    void addAll(Batch batch, int from, int to, Keys keys) {
        int[] slots = keys.slots(batch, from, to);
        reserve(keys.limit());
        for (int i = from; i < to; i++) {
            if (add(slots[i], batch.times[i], batch.values[i])) {
                keys.retain(slots[i]);
            }
        }
    }

    /** Adds a sample, and returns whether it is the first of its slot. */
    private boolean add(int slot, long time, long bits) {
        int at = slot * STRIDE;
        double value = Double.longBitsToDouble(bits);
        boolean isFirst = counts.get(slot) == 0;
        counts.increment(slot);
        if (isFirst) {
            touch(slot);
            begin(slot, time, bits);
            state[at + SAMPLE] = log.add(time, value, SampleLog.NONE);
            return true;
        }
        long last = state[at + SAMPLE];
        if (last < 0 || time < state[at]) {
            state[at + SAMPLE] = -log.add(time, value, (int) Math.abs(last));
        } else {
            double before = Double.longBitsToDouble(state[at + VALUE]);
            double area = Double.longBitsToDouble(state[at + AREA]) + Samples.area(state[at], before, time, value);
            state[at + AREA] = Double.doubleToRawLongBits(area);
            state[at] = time;
            state[at + VALUE] = bits;
            state[at + SAMPLE] = log.add(time, value, (int) last);
        }
        return false;
    }

    private void begin(int slot, long time, long bits) {
        int at = slot * STRIDE;
        state[at] = time;
        state[at + VALUE] = bits;
        state[at + AREA] = 0;
        earliest[2 * slot] = time;
        earliest[2 * slot + 1] = bits;
    }

    /** Computes the area of a slot again if one of its samples arrived out of order. */
    private void settle(int slot) {
        int at = slot * STRIDE;
        if (state[at + SAMPLE] < 0) {
            state[at + SAMPLE] = -state[at + SAMPLE];
            Samples samples = samples(slot);
            int last = samples.size() - 1;
            begin(slot, samples.time(0), Double.doubleToRawLongBits(samples.value(0)));
            state[at] = samples.time(last);
            state[at + VALUE] = Double.doubleToRawLongBits(samples.value(last));
            state[at + AREA] = Double.doubleToRawLongBits(samples.integral());
        }
    }

    private Samples samples(int slot) {
        return log.samples((int) Math.abs(state[slot * STRIDE + SAMPLE]));
    }

    @Override
    void addTwice(Batch batch, int i, Keys keys, Pane window) {
        throw new IllegalStateException("A time integral has no running window.");
    }

    /** Adds the area of the next pane, and the area between the panes. The resulting window has no samples. */
    @Override
    void combine(Pane other, int from, int to) {
        IntegralPane pane = (IntegralPane) other;
        reserve(pane.counts.low.length);
        for (int slot = pane.next(from); slot >= 0 && slot < to; slot = pane.next(slot + 1)) {
            pane.settle(slot);
            int at = slot * STRIDE;
            double area = Double.longBitsToDouble(pane.state[at + AREA]);
            if (counts.get(slot) == 0) {
                begin(slot, pane.earliest[2 * slot], pane.earliest[2 * slot + 1]);
            } else {
                double between = Samples.area(
                        state[at],
                        Double.longBitsToDouble(state[at + VALUE]),
                        pane.earliest[2 * slot],
                        Double.longBitsToDouble(pane.earliest[2 * slot + 1]));
                area += Double.longBitsToDouble(state[at + AREA]) + between;
            }
            counts.add(slot, pane.counts.get(slot));
            state[at] = pane.state[at];
            state[at + VALUE] = pane.state[at + VALUE];
            state[at + AREA] = Double.doubleToRawLongBits(area);
            state[at + SAMPLE] = SampleLog.NONE;
        }
    }

    @Override
    void deduct(Pane other, int from, int to) {
        throw new IllegalStateException("A time integral cannot deduct a pane.");
    }

    @Override
    Object result(int slot) {
        settle(slot);
        return integral.finish(Double.longBitsToDouble(state[slot * STRIDE + AREA]));
    }

    @Override
    void recycle() {
        super.recycle();
        log.clear();
    }

    @Override
    void saveSlot(int slot, ObjectOutput out) throws IOException {
        out.writeLong(counts.get(slot));
        integral.save(samples(slot), out);
    }

    @Override
    void restoreSlot(int slot, ObjectInput in) throws IOException, ClassNotFoundException {
        in.readLong(); // the number of samples repeats it
        reserve(slot + 1);
        Samples samples = integral.restore(in);
        for (int i = 0; i < samples.size(); i++) {
            add(slot, samples.time(i), Double.doubleToRawLongBits(samples.value(i)));
        }
    }

    @Override
    long bytes() {
        return super.bytes() + (long) Long.BYTES * (state.length + earliest.length) + log.bytes();
    }

    /** Makes room for all slots below {@code limit}. */
    private void reserve(int limit) {
        counts.reserve(limit);
        if (state.length < counts.low.length * STRIDE) {
            state = Arrays.copyOf(state, counts.low.length * STRIDE);
            earliest = Arrays.copyOf(earliest, counts.low.length * 2);
        }
    }
}
