package org.speedwell.streaming.window;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The panes that have events, in the order of time. Where no event falls there is no pane, so that a gap of a thousand
 * years costs nothing. For one thread.
 */
final class Panes {
    private final long length;
    private final Supplier<Pane> make;
    private final List<Pane> panes = new ArrayList<>();
    private final Deque<Pane> spare = new ArrayDeque<>();

    /** Panes of {@code length} milliseconds. */
    Panes(long length, Supplier<Pane> make) {
        this.length = length;
        this.make = make;
    }

    int size() {
        return panes.size();
    }

    Pane get(int index) {
        return panes.get(index);
    }

    /** The pane that starts at this time; a new one if there is none. */
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

    /** Bytes of the arrays of all panes, the spare ones too. */
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

    /** Removes the first pane, clears it and keeps it for a later time. */
    void removeFirst() {
        Pane pane = panes.removeFirst();
        pane.clear();
        spare.push(pane);
    }

    /** The index of a pane, or minus the index where it is to be inserted, minus one. */
    private int index(long start) {
        if (panes.isEmpty()) {
            return -1;
        }
        long guess = (start - panes.getFirst().start) / length; // right where no pane is missing
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
