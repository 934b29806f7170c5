package org.speedwell.streaming.state;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.DirectConsumer;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.HiddenClassCopy;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Output;
import org.speedwell.streaming.keyed.StatefulMap;

/** An operator that passes the events of each key through the state of that key. For one thread. */
public final class StatefulOperator<K, T, S, R> implements Operator<R> {
    private final StatefulMap<K, T, S, R> map;
    private final Failures failures;
    final Keys keys;
    private @Nullable Steps steps;

    /**
     * The state of each slot. The following arrays hold the greatest time of its events, its expiry, and the time at
     * which the operator next checks the expiry.
     */
    private @Nullable Object[] states = new Object[16];

    long[] latest = new long[16];
    long[] expiries = new long[16];
    long[] looks = new long[16];

    /** The check times of all slots. Outdated entries remain until they come first. */
    private final Deadlines deadlines = new Deadlines();

    /** The results of the user function that runs now. */
    final List<R> results = new ArrayList<>();

    private long watermark = Long.MIN_VALUE;

    /** The watermark before the present one. Results of states that expire now have at least this time. */
    private long passed = Long.MIN_VALUE;

    /**
     * A consumer that adds events to states, in batches or one by one. Each operator has its own copy of the
     * implementation.
     */
    interface Steps extends DirectConsumer {
        void step(int slot, Object event, long time);
    }

    public StatefulOperator(StatefulMap<K, T, S, R> map, Keys keys, Failures failures) {
        this.map = map;
        this.keys = keys;
        this.failures = failures;
    }

    @Override
    public int accept(Batch batch, int from, int sender, Output<R> output) {
        int i = from;
        Steps into = steps(output);
        while (i < batch.size && output.isOpen()) {
            into.step(keys.slot(batch, i), requireNonNull(batch.events[i]), batch.times[i]);
            i++;
        }
        if (keys.excess() > 0) {
            evict(keys.excess());
        }
        return i;
    }

    @Override
    public DirectConsumer taker(Output<R> output) {
        return steps(output);
    }

    private Steps steps(Output<R> output) {
        Steps made = steps;
        if (made == null) {
            made = HiddenClassCopy.of(MethodHandles.lookup(), StatefulSteps.class)
                    .make(this, map, keys, failures, output);
            steps = made;
        }
        return made;
    }

    boolean isKnown(int slot) {
        return slot < states.length && states[slot] != null;
    }

    void schedule(int slot) {
        looks[slot] = expiries[slot];
        deadlines.add(expiries[slot], slot);
    }

    void create(int slot, long time) {
        reserve(slot + 1);
        try {
            states[slot] = requireNonNull(map.newState(), "The state is null.");
        } catch (Throwable e) {
            throw failures.fatal("the creation of a state", new Failures.OfKey(keys.key(slot)), e);
        }
        latest[slot] = time;
        expiries[slot] = Long.MAX_VALUE;
        keys.retain(slot);
    }

    /** Makes room for all slots below {@code limit}. */
    private void reserve(int limit) {
        if (limit > states.length) {
            int length = Math.max(2 * states.length, limit);
            states = Arrays.copyOf(states, length);
            latest = Arrays.copyOf(latest, length);
            expiries = Arrays.copyOf(expiries, length);
            looks = Arrays.copyOf(looks, length);
        }
    }

    private void send(long time, Output<R> output) {
        for (R result : results) {
            output.send(result, time);
        }
        results.clear();
    }

    @Override
    public void advance(long to) {
        passed = watermark;
        watermark = to;
    }

    @Override
    public boolean emit(Output<R> output) {
        int steps = 0;
        while (!deadlines.isEmpty() && deadlines.first() <= watermark) {
            if (!output.isOpen() || steps++ == STEP) {
                return false;
            }
            long due = deadlines.first();
            int slot = deadlines.remove();
            if (states[slot] == null || looks[slot] != due) {
                continue; // outdated
            }
            if (expiries[slot] > watermark) {
                schedule(slot);
            } else {
                end(slot, output);
            }
        }
        return true;
    }

    @SuppressWarnings("unchecked") // keys have the type of the operator's definition
    private void end(int slot, Output<R> output) {
        K key = (K) keys.key(slot);
        try {
            map.end(key, state(slot), results::add);
        } catch (Throwable e) {
            results.clear();
            failures.report("the end of a state", new Failures.OfKey(key), e);
        }
        // A state without expiry ends after all events, at the time of its latest event
        long time = expiries[slot] > Batch.TIME_LIMIT ? latest[slot] : Math.max(expiries[slot], -Batch.TIME_LIMIT);
        forget(slot);
        send(Math.max(time, passed), output);
    }

    void forget(int slot) {
        states[slot] = null;
        keys.release(slot);
    }

    /** Evicts the states that would expire first. */
    private void evict(int count) {
        int left = count;
        while (left > 0 && !deadlines.isEmpty()) {
            long due = deadlines.first();
            int slot = deadlines.remove();
            if (states[slot] == null || looks[slot] != due) {
                continue;
            }
            if (expiries[slot] > due) {
                schedule(slot);
            } else {
                forget(slot);
                keys.evicted();
                left--;
            }
        }
    }

    @SuppressWarnings("unchecked") // contains only its own states
    S state(int slot) {
        return (S) requireNonNull(states[slot]);
    }

    @Override
    public long bytes() {
        return keys.bytes() + (long) Long.BYTES * (latest.length + expiries.length + looks.length) + deadlines.bytes();
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        out.writeLong(watermark);
        keys.save(out);
        for (int slot = 0; slot < keys.limit(); slot++) {
            if (slot < states.length && states[slot] != null) {
                out.writeObject(states[slot]);
                out.writeLong(latest[slot]);
                out.writeLong(expiries[slot]);
            }
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        watermark = Math.max(watermark, in.readLong());
        int[] slots = keys.restore(in);
        reserve(keys.limit());
        for (int slot : slots) {
            Object state = in.readObject();
            long last = in.readLong();
            long expiry = in.readLong();
            if (slot >= 0) {
                states[slot] = state;
                latest[slot] = last;
                expiries[slot] = expiry;
                keys.retain(slot);
                schedule(slot);
            }
        }
    }
}
