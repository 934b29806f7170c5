package org.speedwell.streaming.pane;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.speedwell.streaming.engine.Batch;
import org.speedwell.streaming.state.Keys;

/**
 * The panes that have events, in time order. A span without events has no pane, so that a gap of a thousand years costs
 * nothing. For one thread.
 */
final class Panes {
    private final long length;
    private final Supplier<Pane> make;
    private final List<Pane> panes = new ArrayList<>();
    private final Deque<Pane> spare = new ArrayDeque<>();

    /** Creates an empty list of panes of {@code length} milliseconds. */
    Panes(long length, Supplier<Pane> make) {
        this.length = length;
        this.make = make;
    }

    long length() {
        return length;
    }

    int size() {
        return panes.size();
    }

    Pane get(int index) {
        return panes.get(index);
    }

    /** Returns the start of the pane of a time. */
    long start(long time) {
        return floor(time, length);
    }

    /**
     * Returns whether all events from an index on are in one pane, as in most batches. The compiler vectorises the
     * loop.
     */
    boolean areInOnePane(Batch batch, int from) {
        long[] times = batch.times;
        long start = start(times[from]);
        long last = start + length - 1;
        long outside = 0; // negative if any time is outside
        for (int i = from; i < batch.size; i++) {
            outside |= (times[i] - start) | (last - times[i]);
        }
        return outside >= 0;
    }

    /** Returns the first index after {@code from} whose event is in another pane. */
    int end(Batch batch, int from) {
        long start = start(batch.times[from]);
        int to = from + 1;
        while (to < batch.size && batch.times[to] >= start && batch.times[to] - start < length) {
            to++;
        }
        return to;
    }

    /** Returns the greatest multiple of a unit that is not above a time. */
    static long floor(long time, long unit) {
        return time - Math.floorMod(time, unit);
    }

    /** Returns the number of panes that start before a time. */
    int before(long time) {
        int index = index(time);
        return index < 0 ? -index - 1 : index;
    }

    /** Returns the pane that starts at a time, and creates it if there is none. */
    Pane at(long start) {
        int index = index(start);
        if (index < 0) {
            Pane pane = spare.isEmpty() ? make.get() : spare.pop();
            pane.start = start;
            panes.add(-index - 1, pane);
            return pane;
        }
        return panes.get(index);
    }

    /** Returns the bytes of the arrays of all panes, including the spare ones. */
    long bytes() {
        long bytes = 0;
        for (Pane pane : panes) {
            bytes += pane.bytes();
        }
        for (Pane pane : spare) {
            bytes += pane.bytes();
        }
        return bytes;
    }

    /** Removes the first pane, whose slots are all cleared, and keeps it for reuse. */
    void removeFirst() {
        Pane pane = panes.removeFirst();
        pane.recycle();
        spare.push(pane);
    }

    /** Writes the keys and the state of all panes. */
    void save(Keys keys, ObjectOutput out) throws IOException {
        int[] numbers = keys.save(out);
        out.writeInt(panes.size());
        for (Pane pane : panes) {
            pane.save(numbers, out);
        }
    }

    /** Reads what {@link #save} wrote, and adds the state of the keys that this part serves. */
    void restore(Keys keys, ObjectInput in) throws IOException, ClassNotFoundException {
        int[] slots = keys.restore(in);
        Pane foreign = make.get();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            long start = in.readLong();
            int ofPane = in.readInt();
            for (int j = 0; j < ofPane; j++) {
                int slot = slots[in.readInt()];
                if (slot < 0) {
                    foreign.restoreSlot(0, in);
                    foreign.clear(0);
                    foreign.recycle();
                } else {
                    at(start).restore(slot, keys, in);
                }
            }
        }
    }

    /** Returns the index of a pane. If there is none, returns −(insertion point) − 1. */
    private int index(long start) {
        if (panes.isEmpty()) {
            return -1;
        }
        long guess = (start - panes.getFirst().start) / length; // correct if no pane is missing
        if (guess >= 0 && guess < panes.size() && panes.get((int) guess).start == start) {
            return (int) guess;
        }
        int low = 0;
        int high = panes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (panes.get(middle).start < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < panes.size() && panes.get(low).start == start ? low : -low - 1;
    }
}
