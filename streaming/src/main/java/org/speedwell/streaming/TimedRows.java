package org.speedwell.streaming;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one key, sorted by a time. Rows at the same time keep the order in which they came. New rows are usually the
 * latest, and old rows leave first. For one thread.
 */
final class TimedRows<E> implements Serializable {
    private static final long serialVersionUID = 1L;

    private transient long[] times = new long[2];
    private transient @Nullable Object[] rows = new Object[2];

    /** The range of the rows within the arrays. */
    private transient int from;

    private transient int to;

    int size() {
        return to - from;
    }

    boolean isEmpty() {
        return from == to;
    }

    long time(int i) {
        return times[from + i];
    }

    /** Returns the time of the first row, or {@link Long#MAX_VALUE} if there is none. */
    long firstTime() {
        return isEmpty() ? Long.MAX_VALUE : times[from];
    }

    @SuppressWarnings("unchecked") // contains only its own rows
    E get(int i) {
        return (E) rows[from + i];
    }

    void add(long time, E row) {
        if (to == times.length) {
            makeRoom();
        }
        int at = to++;
        while (at > from && times[at - 1] > time) {
            times[at] = times[at - 1];
            rows[at] = rows[at - 1];
            at--;
        }
        times[at] = time;
        rows[at] = row;
    }

    /** Moves the rows to the start of arrays that have at least as much room as rows. */
    private void makeRoom() {
        int size = size();
        int length = Math.max(2, 2 * size);
        long[] keptTimes = times.length == length ? times : new long[length];
        Object[] keptRows = rows.length == length ? rows : new Object[length];
        System.arraycopy(times, from, keptTimes, 0, size);
        System.arraycopy(rows, from, keptRows, 0, size);
        Arrays.fill(keptRows, size, length, null);
        times = keptTimes;
        rows = keptRows;
        from = 0;
        to = size;
    }

    /** Returns the number of rows before a time. */
    int before(long time) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - from;
    }

    /** Removes and returns the rows before a time. */
    List<E> takeBefore(long time) {
        int count = before(time);
        List<E> taken = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            taken.add(get(i));
        }
        removeFirst(count);
        return taken;
    }

    /** Returns all rows. */
    List<E> all() {
        List<E> all = new ArrayList<>(size());
        for (int i = 0; i < size(); i++) {
            all.add(get(i));
        }
        return all;
    }

    /** Removes the first {@code count} rows. */
    void removeFirst(int count) {
        Arrays.fill(rows, from, from + count, null);
        from += count;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeInt(size());
        for (int i = from; i < to; i++) {
            out.writeLong(times[i]);
            out.writeObject(rows[i]);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        int size = in.readInt();
        times = new long[Math.max(2, size)];
        rows = new Object[times.length];
        from = 0;
        to = size;
        for (int i = 0; i < size; i++) {
            times[i] = in.readLong();
            rows[i] = in.readObject();
        }
    }
}
