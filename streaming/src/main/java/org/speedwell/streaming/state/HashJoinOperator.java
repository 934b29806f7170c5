package org.speedwell.streaming.state;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.engine.Failures;
import org.speedwell.streaming.engine.Inbox;
import org.speedwell.streaming.engine.Operator;
import org.speedwell.streaming.engine.Output;

/**
 * A hash join. It first reads all rows of a bounded side, and then joins each event with the rows of its key. For one
 * thread.
 */
public final class HashJoinOperator<T, U, R> implements Operator<R> {
    private final BiFunction<? super T, ? super List<U>, ? extends R> function;
    private final Keys keys;
    private final Failures failures;

    /** The number of senders that send rows. They are the first ones. */
    private final int rowSenders;

    private @Nullable List<U>[] rows = lists(16);

    /** The number of the latest row of each slot. Rows count in the order of their arrival. */
    private long[] latest = new long[16];

    private long came;

    public HashJoinOperator(
            BiFunction<? super T, ? super List<U>, ? extends R> function,
            int rowSenders,
            Keys keys,
            Failures failures) {
        this.function = function;
        this.rowSenders = rowSenders;
        this.keys = keys;
        this.failures = failures;
    }

    @Override
    public boolean takes(int sender, Inbox inbox) {
        for (int i = 0; sender >= rowSenders && i < rowSenders; i++) {
            if (!inbox.isOver(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // batches contain rows or events of the definition
    public int accept(Batch batch, int from, int sender, Output<R> output) {
        int i = from;
        if (sender < rowSenders) {
            for (; i < batch.size; i++) {
                add(keys.slot(batch, i), (U) requireNonNull(batch.events[i]));
            }
            if (keys.excess() > 0) {
                evict(keys.excess());
            }
            return i;
        }
        for (; i < batch.size && output.isOpen(); i++) {
            int slot = keys.find(batch, i);
            join((T) requireNonNull(batch.events[i]), slot < 0 ? List.of() : rowsOf(slot), batch.times[i], output);
        }
        return i;
    }

    private void add(int slot, U row) {
        if (slot >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(2 * rows.length, slot + 1));
            latest = Arrays.copyOf(latest, rows.length);
        }
        latest[slot] = came++;
        if (rows[slot] == null) {
            keys.retain(slot);
            rows[slot] = new ArrayList<>(1);
        }
        rowsOf(slot).add(row);
    }

    /** Evicts the keys whose latest rows are the oldest. */
    private void evict(int count) {
        int[] held = slots();
        long[] ages =
                IntStream.of(held).mapToLong(slot -> latest[slot]).sorted().toArray();
        long last = ages[Math.min(count, ages.length) - 1];
        for (int slot : held) {
            if (latest[slot] <= last) {
                rows[slot] = null;
                keys.release(slot);
                keys.evicted();
            }
        }
    }

    /** Returns the slots that have rows. */
    private int[] slots() {
        return IntStream.range(0, Math.min(rows.length, keys.limit()))
                .filter(slot -> rows[slot] != null)
                .toArray();
    }

    private List<U> rowsOf(int slot) {
        return requireNonNull(rows[slot]);
    }

    private void join(T event, List<U> matches, long time, Output<R> output) {
        R joined;
        try {
            joined = requireNonNull(function.apply(event, matches), "The function returned null.");
        } catch (Throwable e) {
            failures.report("the hash join", event, e);
            return;
        }
        output.send(joined, time);
    }

    @Override
    public void advance(long watermark) {
        // each event has its result immediately
    }

    @Override
    public boolean emit(Output<R> output) {
        return true;
    }

    @Override
    public long bytes() {
        return keys.bytes() + (long) Long.BYTES * latest.length;
    }

    @Override
    public void save(ObjectOutput out) throws IOException {
        keys.save(out);
        for (int slot : slots()) {
            List<U> ofKey = rowsOf(slot);
            out.writeInt(ofKey.size());
            for (U row : ofKey) {
                out.writeObject(row);
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // has the types that save wrote
    public void restore(ObjectInput in) throws IOException, ClassNotFoundException {
        for (int slot : keys.restore(in)) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                U row = (U) in.readObject();
                if (slot >= 0) {
                    add(slot, row);
                }
            }
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <U> @Nullable List<U>[] lists(int length) {
        return new List[length];
    }
}
