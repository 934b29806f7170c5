package org.speedwell.streaming.state;

import java.util.Arrays;

/**
 * A queue of slots by deadline: a binary heap over arrays. Each slot has at most one deadline, which can move. So the
 * queue never has more entries than slots. For one thread.
 */
final class Deadlines {
    private long[] times = new long[16];
    private int[] slots = new int[16];
    private int size;

    /** The place of each slot in the heap, from 1. It is 0 for a slot without a deadline. */
    private int[] places = new int[16];

    boolean isEmpty() {
        return size == 0;
    }

    long bytes() {
        return (long) (Long.BYTES + Integer.BYTES) * times.length + (long) Integer.BYTES * places.length;
    }

    /** Returns the earliest deadline. */
    long first() {
        return times[0];
    }

    /** Sets the deadline of a slot, which may have an earlier or a later one. */
    void set(long time, int slot) {
        if (slot >= places.length) {
            places = Arrays.copyOf(places, Math.max(2 * places.length, slot + 1));
        }
        int at = places[slot] - 1;
        if (at < 0) {
            if (size == times.length) {
                times = Arrays.copyOf(times, 2 * size);
                slots = Arrays.copyOf(slots, 2 * size);
            }
            at = size++;
        }
        put(down(up(at, time), time), time, slot);
    }

    /** Removes the slot with the earliest deadline and returns it. */
    int remove() {
        int first = slots[0];
        places[first] = 0;
        size--;
        if (size > 0) {
            long time = times[size];
            int slot = slots[size];
            put(down(0, time), time, slot);
        }
        return first;
    }

    private void put(int at, long time, int slot) {
        times[at] = time;
        slots[at] = slot;
        places[slot] = at + 1;
    }

    /** Moves later entries above a place down, and returns the place that becomes free for a time. */
    private int up(int from, long time) {
        int at = from;
        while (at > 0 && times[(at - 1) >>> 1] > time) {
            move((at - 1) >>> 1, at);
            at = (at - 1) >>> 1;
        }
        return at;
    }

    /** Moves earlier entries below a place up, and returns the place that becomes free for a time. */
    private int down(int from, long time) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && times[child + 1] < times[child]) {
                child++;
            }
            if (times[child] >= time) {
                break;
            }
            move(child, at);
            at = child;
        }
        return at;
    }

    private void move(int from, int to) {
        times[to] = times[from];
        slots[to] = slots[from];
        places[slots[to]] = to + 1;
    }
}
