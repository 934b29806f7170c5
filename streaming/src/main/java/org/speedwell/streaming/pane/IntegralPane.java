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
 * Areas under sampled quantities as primitives. While the samples of a key come in the order of time, each adds to the area
 * what lies between the one before and itself. After one that does not, the area is made anew of all when it is asked for.
 * Nothing is allocated once the arrays have room.
 */
final class IntegralPane extends Pane {
    /** By slot, at this many times the slot: the latest time, bits of its value and of the area, and the last sample. */
    private static final int STRIDE = 4;

    private static final int VALUE = 1;
    private static final int AREA = 2;

    /** The number of the last sample in the log; negative after one that was earlier than the one before. */
    private static final int SAMPLE = 3;

    private final TimeIntegral<Object, Object> integral;
    private final SampleLog log = new SampleLog();
    private long[] state = new long[16 * STRIDE];

    /** By slot, the earliest time and the bits of its value. */
    private long[] earliest = new long[16 * 2];

    @SuppressWarnings("unchecked") // numbers of events come here, and no events
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

    /** Adds a sample; whether it is the first of its slot. */
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

    /** Makes the area of a slot anew if a sample of it came out of order. */
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
        throw new IllegalStateException("Areas are not deducted: no window runs along.");
    }

    /** Adds the other's area, and what lies between. The sum of such a window has no samples. */
    @Override
    void combine(Pane other) {
        IntegralPane pane = (IntegralPane) other;
        reserve(pane.counts.low.length);
        for (int slot = pane.next(0); slot >= 0; slot = pane.next(slot + 1)) {
            pane.settle(slot);
            int at = slot * STRIDE;
            double area = Double.longBitsToDouble(pane.state[at + AREA]);
            if (counts.get(slot) == 0) {
                touch(slot);
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
    void deduct(Pane other) {
        throw new IllegalStateException("Areas are not deducted.");
    }

    @Override
    Object result(int slot) {
        settle(slot);
        return integral.finish(Double.longBitsToDouble(state[slot * STRIDE + AREA]));
    }

    @Override
    void clear(int slot) {
        counts.set(slot, 0);
    }

    @Override
    void clear() {
        super.clear();
        log.clear();
    }

    @Override
    void saveSlot(int slot, ObjectOutput out) throws IOException {
        out.writeLong(counts.get(slot));
        integral.save(samples(slot), out);
    }

    @Override
    void restoreSlot(int slot, ObjectInput in) throws IOException, ClassNotFoundException {
        in.readLong(); // there are as many samples
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

    /** Makes room for slots below a limit. */
    private void reserve(int limit) {
        counts.reserve(limit);
        if (state.length < counts.low.length * STRIDE) {
            state = Arrays.copyOf(state, counts.low.length * STRIDE);
            earliest = Arrays.copyOf(earliest, counts.low.length * 2);
        }
    }
}
