package org.speedwell.streaming.state;

import java.util.Arrays;

/**
 * A queue of slots by deadline: a binary heap over two arrays. It cannot remove a slot from the middle, so that the
 * caller must check whether the first slot is still due. For one thread.
 */
final class Deadlines {
    private long[] times = new long[16];
    private int[] slots = new int[16];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    long bytes() {
        return (long) (Long.BYTES + Integer.BYTES) * times.length;
    }

    /** Returns the earliest deadline. */
    long first() {
        return times[0];
    }

    void add(long time, int slot) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            slots = Arrays.copyOf(slots, 2 * size);
        }
        int at = size++;
        while (at > 0 && times[(at - 1) >>> 1] > time) {
            times[at] = times[(at - 1) >>> 1];
            slots[at] = slots[(at - 1) >>> 1];
            at = (at - 1) >>> 1;
        }
        times[at] = time;
        slots[at] = slot;
    }

    /** Removes the slot with the earliest deadline and returns it. */
    int remove() {
        int first = slots[0];
        long time = times[--size];
        int slot = slots[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            times[at] = times[child];
            slots[at] = slots[child];
            at = child;
        }
        times[at] = time;
        slots[at] = slot;
        return first;
    }
}
