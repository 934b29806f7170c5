package org.speedwell.accelerator.kernel;

import java.util.Arrays;
import org.speedwell.accelerator.codec.IntSort;
import org.speedwell.accelerator.codec.IntSort.IntComparison;

/**
 * A top-N heap of rows or groups. The worst entry is the root, so that one comparison rejects most candidates. Among
 * equal candidates, smaller numbers come first.
 */
public final class TopN {
    private final IntComparison order;
    private final int[] heap;
    private int size;

    /** Creates an empty heap of at most {@code limit} entries. */
    public TopN(int limit, IntComparison order) {
        this.order = order;
        this.heap = new int[limit];
    }

    /** Returns the entries in order. Call it once. */
    public int[] inOrder() {
        int[] picked = Arrays.copyOf(heap, size);
        IntSort.sort(picked, this::compare);
        return picked;
    }

    private int compare(int a, int b) {
        int compared = order.compare(a, b);
        return compared == 0 ? Integer.compare(a, b) : compared;
    }

    /** Offers one candidate. */
    public void offer(int number) {
        if (size < heap.length) {
            heap[size] = number;
            siftUp(size++);
        } else if (size > 0 && compare(number, heap[0]) < 0) {
            heap[0] = number;
            siftDown();
        }
    }

    /** Offers all entries of another heap. */
    public void offerAll(TopN other) {
        for (int i = 0; i < other.size; i++) {
            offer(other.heap[i]);
        }
    }

    private void siftUp(int place) {
        int at = place;
        while (at > 0 && compare(heap[at], heap[(at - 1) / 2]) > 0) {
            swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    private void siftDown() {
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && compare(heap[child + 1], heap[child]) > 0) {
                child++;
            }
            if (compare(heap[at], heap[child]) >= 0) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private void swap(int a, int b) {
        int number = heap[a];
        heap[a] = heap[b];
        heap[b] = number;
    }
}
