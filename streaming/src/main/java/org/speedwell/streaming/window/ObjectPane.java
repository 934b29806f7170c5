package org.speedwell.streaming.window;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.keyed.Keys;

/** An accumulator, which is an object, for each slot. */
final class ObjectPane extends Pane {
    private final Aggregate<Object, Object, Object> aggregate;
    private final Failures failures;
    private @Nullable Object[] accumulators = new Object[16];

    ObjectPane(Aggregate<Object, Object, Object> aggregate, Failures failures) {
        this.aggregate = aggregate;
        this.failures = failures;
    }

    @Override
    void addAll(Batch batch, int from, int to, Keys keys) {
        int[] slots = keys.slots(batch, from, to);
        reserve(keys.limit());
        for (int i = from; i < to; i++) {
            add(slots[i], batch, i, keys);
        }
    }

    /** Whether the user's function took the event. */
    private boolean add(int slot, Batch batch, int i, Keys keys) {
        Object accumulator = accumulators[slot];
        if (accumulator == null) {
            accumulator = aggregate.create();
            accumulators[slot] = accumulator;
            touch(slot);
            keys.retain(slot);
        }
        return accumulate(slot, accumulator, batch, i);
    }

    private boolean accumulate(int slot, Object accumulator, Batch batch, int i) {
        Object event = requireNonNull(batch.events[i]);
        try {
            aggregate.accumulate(accumulator, event, batch.times[i]);
        } catch (Throwable e) {
            failures.report("the aggregate", event, e);
            return false;
        }
        counts.increment(slot);
        return true;
    }

    @Override
    void addTwice(Batch batch, int i, Keys keys, Pane window) {
        int slot = keys.slot(batch, i);
        reserve(keys.limit());
        if (add(slot, batch, i, keys)) {
            ObjectPane target = (ObjectPane) window;
            target.accumulate(slot, target.accumulatorForWindow(slot), batch, i);
        }
    }

    @Override
    void combine(Pane other) {
        ObjectPane pane = (ObjectPane) other;
        for (int slot = pane.next(0); slot >= 0; slot = pane.next(slot + 1)) {
            if (pane.holds(slot)) {
                aggregate.combine(accumulatorForWindow(slot), requireNonNull(pane.accumulators[slot]));
                counts.add(slot, pane.counts.get(slot));
            }
        }
    }

    @Override
    void deduct(Pane other) {
        ObjectPane pane = (ObjectPane) other;
        for (int slot = pane.next(0); slot >= 0; slot = pane.next(slot + 1)) {
            if (pane.holds(slot)) {
                counts.add(slot, -pane.counts.get(slot));
                if (counts.get(slot) == 0) {
                    accumulators[slot] = null;
                } else {
                    aggregate.deduct(requireNonNull(accumulators[slot]), requireNonNull(pane.accumulators[slot]));
                }
            }
        }
    }

    @Override
    Object result(int slot) {
        return aggregate.finish(requireNonNull(accumulators[slot]));
    }

    @Override
    void clear(int slot) {
        counts.set(slot, 0);
        accumulators[slot] = null;
    }

    @Override
    void clear() {
        super.clear();
        Arrays.fill(accumulators, null);
    }

    @Override
    void saveSlot(int slot, ObjectOutput out) throws IOException {
        out.writeLong(counts.get(slot));
        aggregate.save(requireNonNull(accumulators[slot]), out);
    }

    @Override
    void restoreSlot(int slot, ObjectInput in) throws IOException, ClassNotFoundException {
        long count = in.readLong();
        reserve(slot + 1);
        accumulators[slot] = aggregate.restore(in);
        counts.set(slot, count);
    }

    /** The accumulator of a slot, made if there is none, for a pane that is a window: it retains no keys. */
    private Object accumulatorForWindow(int slot) {
        reserve(slot + 1);
        Object accumulator = accumulators[slot];
        if (accumulator == null) {
            accumulator = aggregate.create();
            accumulators[slot] = accumulator;
            if (!aggregate.isDeductible()) {
                touch(slot); // such a window is cleared and combined anew; the other is never cleared
            }
        }
        return accumulator;
    }

    /** Makes room for slots below a limit. */
    private void reserve(int limit) {
        counts.reserve(limit);
        if (limit > accumulators.length) {
            accumulators = Arrays.copyOf(accumulators, counts.low.length);
        }
    }
}
