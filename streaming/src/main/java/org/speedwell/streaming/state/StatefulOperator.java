package org.speedwell.streaming.state;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
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
    /** The alarm of a state that has none. */
    static final long NO_ALARM = Long.MAX_VALUE;

    private final StatefulMap<K, T, S, R> map;
    private final String place;
    private final Failures failures;
    final Keys keys;
    private @Nullable Steps steps;

    /**
     * The state of each slot. The following arrays hold the greatest time of its events, its expiry, its alarm, and the
     * time at which the operator next checks both. Without alarms, the array of alarms is empty.
     */
    private @Nullable Object[] states = new Object[16];

    long[] latest = new long[16];
    long[] expiries = new long[16];
    long[] alarms;
    long[] looks = new long[16];

    /** The check times of all slots. The entry of a slot whose state has ended remains until it comes first. */
    private final Deadlines deadlines = new Deadlines();

    /** The results of the user function that runs now. */
    final Collector<R> results;

    private long watermark = Long.MIN_VALUE;

    /** The watermark before the present one. Results of alarms and expiries have at least this time. */
    private long passed = Long.MIN_VALUE;

    /**
     * A consumer that adds events to states, in batches or one by one. Each operator has its own copy of the
     * implementation.
     */
    interface Steps extends DirectConsumer {
        void step(int slot, Object event, long time);
    }

    /**
     * Creates an operator without states.
     *
     * @param place the name of the operation in messages
     * @param late counts late events
     */
    public StatefulOperator(StatefulMap<K, T, S, R> map, String place, Keys keys, Failures failures, LongAdder late) {
        this.map = map;
        this.place = place;
        this.keys = keys;
        this.failures = failures;
        this.alarms = new long[map.alarm() == null ? 0 : 16];
        this.results = new Collector<>(map.sides(), late);
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
                    .make(this, map, place, keys, failures, output);
            steps = made;
        }
        return made;
    }

    boolean isKnown(int slot) {
        return slot < states.length && states[slot] != null;
    }

    private long alarm(int slot) {
        return alarms.length == 0 ? NO_ALARM : alarms[slot];
    }

    /** Returns the time at which the state of a slot next needs the operator. */
    long due(int slot) {
        return Math.min(expiries[slot], alarm(slot));
    }

    void schedule(int slot) {
        looks[slot] = due(slot);
        deadlines.set(looks[slot], slot);
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
        if (alarms.length > 0) {
            alarms[slot] = NO_ALARM;
        }
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
            alarms = Arrays.copyOf(alarms, alarms.length == 0 ? 0 : length);
        }
    }

    @Override
    public void advance(long to) {
        passed = watermark;
        watermark = to;
        results.setWatermarks(passed, to);
    }

    @Override
    public boolean emit(Output<R> output) {
        int steps = 0;
        while (!deadlines.isEmpty() && deadlines.first() <= watermark) {
            if (!output.isOpen() || steps++ == STEP) {
                return false;
            }
            int slot = deadlines.remove();
            if (states[slot] == null) {
                continue; // evicted, or its first event failed
            }
            long alarm = alarm(slot);
            if (alarm != NO_ALARM && alarm <= Math.min(watermark, expiries[slot])) {
                ring(slot, alarm, output);
            } else if (expiries[slot] <= watermark) {
                end(slot, output);
            } else {
                schedule(slot);
            }
        }
        results.setWatermarks(watermark, watermark); // the tasklet sends it before the next event
        return true;
    }

    private void send(Output<R> output) {
        for (int i = 0; i < results.size(); i++) {
            output.send(results.get(i), results.time(i));
        }
        results.finish();
    }

    private void ring(int slot, long time, Output<R> output) {
        Failures.OfKey key = new Failures.OfKey(keys.key(slot));
        results.begin(timeOf(time, slot));
        try {
            map.ring(key(slot), state(slot), time, results);
        } catch (Throwable e) {
            results.clear();
            failures.report("the alarm of " + place, key, e);
        }
        try {
            expiries[slot] = map.expiry().at(state(slot), latest[slot]);
            long next = requireNonNull(map.alarm()).at(state(slot), latest[slot]);
            alarms[slot] = next <= time ? NO_ALARM : next;
        } catch (Throwable e) {
            throw failures.fatal("the next alarm of " + place, key, e);
        }
        schedule(slot);
        send(output);
    }

    private void end(int slot, Output<R> output) {
        results.begin(timeOf(expiries[slot], slot));
        try {
            map.end(key(slot), state(slot), results);
        } catch (Throwable e) {
            results.clear();
            failures.report("the end of a state", new Failures.OfKey(keys.key(slot)), e);
        }
        forget(slot);
        send(output);
    }

    /**
     * Returns the time of results without their own time. Some alarms and expiries come only after all events. Their
     * results have the time of the latest event of their key.
     */
    private long timeOf(long due, int slot) {
        return Math.max(due > Batch.TIME_LIMIT ? latest[slot] : Math.max(due, -Batch.TIME_LIMIT), passed);
    }

    @SuppressWarnings("unchecked") // keys have the type of the operator's definition
    private K key(int slot) {
        return (K) keys.key(slot);
    }

    void forget(int slot) {
        states[slot] = null;
        keys.release(slot);
    }

    /** Evicts the states that would expire, or whose alarm would ring, first. */
    private void evict(int count) {
        int left = count;
        while (left > 0 && !deadlines.isEmpty()) {
            long due = deadlines.first();
            int slot = deadlines.remove();
            if (states[slot] == null) {
                continue;
            }
            if (due(slot) > due) {
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
        return keys.bytes()
                + (long) Long.BYTES * (latest.length + expiries.length + alarms.length + looks.length)
                + deadlines.bytes();
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
                if (alarms.length > 0) {
                    out.writeLong(alarms[slot]);
                }
            }
        }
    }

    @Override
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        watermark = Math.max(watermark, in.readLong());
        results.setWatermarks(watermark, watermark);
        int[] slots = keys.restore(in);
        reserve(keys.limit());
        for (int slot : slots) {
            Object state = in.readObject();
            long last = in.readLong();
            long expiry = in.readLong();
            long alarm = alarms.length == 0 ? NO_ALARM : in.readLong();
            if (slot >= 0) {
                states[slot] = state;
                latest[slot] = last;
                expiries[slot] = expiry;
                if (alarms.length > 0) {
                    alarms[slot] = alarm;
                }
                keys.retain(slot);
                schedule(slot);
            }
        }
    }
}
