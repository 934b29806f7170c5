package org.speedwell.streaming.pane;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.aggregate.Aggregate;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.state.Keys;

/** A pane with an accumulator object for each slot. */
final class ObjectPane extends Pane {
    private final Aggregate<Object, Object, Object> aggregate;
    private final Keys keys;
    private final Failures failures;
    private @Nullable Object[] accumulators = new Object[16];

    /**
     * Creates an empty pane.
     *
     * @param keys the keys of the slots; they also name the key for which a function fails
     */
    ObjectPane(Aggregate<Object, Object, Object> aggregate, Keys keys, Failures failures) {
        this.aggregate = aggregate;
        this.keys = keys;
        this.failures = failures;
    }

    @Override
    void addAll(Batch batch, int from, int to, Keys keys) {
        int[] slots = keys.slots(batch, from, to);
        for (int i = from; i < to; i++) {
            add(slots[i], batch, i);
        }
    }

    private void add(int slot, Batch batch, int i) {
        if (!hasAccumulator(slot)) {
            begin(slot);
        }
        if (accumulate(accumulator(slot), batch, i)) {
            counts.increment(slot);
        }
    }

    boolean hasAccumulator(int slot) {
        return slot < accumulators.length && accumulators[slot] != null;
    }

    /** Returns the accumulator of a slot that has one. */
    Object accumulator(int slot) {
        return requireNonNull(accumulators[slot]);
    }

    /** Creates the accumulator of a slot, in a pane of events. */
    void begin(int slot) {
        counts.reserve(keys.limit());
        if (accumulators.length < counts.low.length) {
            accumulators = Arrays.copyOf(accumulators, counts.low.length);
        }
        accumulators[slot] = create(slot);
        touch(slot);
        keys.retain(slot);
    }

    /** Adds an event to an accumulator, and returns whether the user's function accepted it. */
    private boolean accumulate(Object accumulator, Batch batch, int i) {
        Object event = requireNonNull(batch.events[i]);
        try {
            aggregate.accumulate(accumulator, event, batch.times[i]);
            return true;
        } catch (Throwable e) {
            failures.report("the aggregate", event, e);
            return false;
        }
    }

    private Object create(int slot) {
        try {
            return requireNonNull(aggregate.create(), "The accumulator is null.");
        } catch (Throwable e) {
            throw fatal("create", slot, e);
        }
    }

    private void combine(int slot, Object accumulator, Object other) {
        try {
            aggregate.combine(accumulator, other);
        } catch (Throwable e) {
            throw fatal("combine", slot, e);
        }
    }

    private RuntimeException fatal(String function, int slot, Throwable cause) {
        return failures.fatal("the aggregate's " + function, new Failures.OfKey(keys.key(slot)), cause);
    }

    @Override
    void addTwice(Batch batch, int i, Keys keys, Pane window) {
        int slot = keys.slot(batch, i);
        if (!hasAccumulator(slot)) {
            begin(slot);
        }
        Object ofPane = accumulator(slot);
        Object ofEvent = create(slot); // one call of the function: both have the event, or neither
        if (accumulate(ofEvent, batch, i)) {
            ObjectPane target = (ObjectPane) window;
            combine(slot, ofPane, ofEvent);
            counts.increment(slot);
            combine(slot, target.accumulatorForWindow(slot), ofEvent);
            target.counts.increment(slot);
        }
    }

    @Override
    void combine(Pane other, int from, int to) {
        ObjectPane pane = (ObjectPane) other;
        for (int slot = pane.next(from); slot >= 0 && slot < to; slot = pane.next(slot + 1)) {
            if (pane.holds(slot)) {
                combine(slot, accumulatorForWindow(slot), requireNonNull(pane.accumulators[slot]));
                counts.add(slot, pane.counts.get(slot));
            }
        }
    }

    @Override
    void deduct(Pane other, int from, int to) {
        ObjectPane pane = (ObjectPane) other;
        for (int slot = pane.next(from); slot >= 0 && slot < to; slot = pane.next(slot + 1)) {
            if (pane.holds(slot)) {
                counts.add(slot, -pane.counts.get(slot));
                if (counts.get(slot) == 0) {
                    accumulators[slot] = null;
                } else {
                    deduct(slot, requireNonNull(accumulators[slot]), requireNonNull(pane.accumulators[slot]));
                }
            }
        }
    }

    private void deduct(int slot, Object accumulator, Object other) {
        try {
            aggregate.deduct(accumulator, other);
        } catch (Throwable e) {
            throw fatal("deduct", slot, e);
        }
    }

    @Override
    Object result(int slot) {
        return aggregate.finish(requireNonNull(accumulators[slot]));
    }

    @Override
    void clear(int from, int to) {
        super.clear(from, to);
        if (from < accumulators.length) {
            Arrays.fill(accumulators, from, Math.min(to, accumulators.length), null);
        }
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

    /**
     * Returns the accumulator of a slot, and creates it if necessary. For a pane that is a window, which retains no
     * keys.
     */
    private Object accumulatorForWindow(int slot) {
        reserve(slot + 1);
        Object accumulator = accumulators[slot];
        if (accumulator == null) {
            accumulator = create(slot);
            accumulators[slot] = accumulator;
        }
        return accumulator;
    }

    /** Makes room for all slots below {@code limit}. */
    private void reserve(int limit) {
        counts.reserve(limit);
        if (limit > accumulators.length) {
            accumulators = Arrays.copyOf(accumulators, counts.low.length);
        }
    }
}
