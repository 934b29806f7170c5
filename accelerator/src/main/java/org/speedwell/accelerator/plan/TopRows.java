package org.speedwell.accelerator.plan;

import org.speedwell.accelerator.column.IntSort;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.store.TableStore;

/**
 * Picks the first rows of an order out of many: a heap of the best so far, the worst of them on top, so that nearly every
 * row is left out by one comparison. Rows that the order does not tell apart keep row order.
 */
final class TopRows {
    private final TableStore<?> table;
    private final RowOrder order;
    private final int[] heap;
    private int size;

    private TopRows(TableStore<?> table, RowOrder order, int most) {
        this.table = table;
        this.order = order;
        this.heap = new int[most];
    }

    /** The first {@code most} rows, in order. */
    static int[] of(TableStore<?> table, RowOrder order, Rows rows, int most) {
        TopRows top = new TopRows(table, order, most);
        if (most > 0) {
            rows.forEach(top::offer);
        }
        IntSort.sort(top.heap, top::compare);
        table.keepAlive();
        return top.heap;
    }

    private int compare(int a, int b) {
        int compared = order.compare(table, a, b);
        return compared == 0 ? Integer.compare(a, b) : compared;
    }

    private void offer(int row) {
        if (size < heap.length) {
            heap[size] = row;
            siftUp(size++);
        } else if (compare(row, heap[0]) < 0) {
            heap[0] = row;
            siftDown();
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
        int row = heap[a];
        heap[a] = heap[b];
        heap[b] = row;
    }
}
