package org.speedwell.accelerator.index;

import java.util.Arrays;

/** The nodes of a list of {@link RowIdTree} as they are put together, of new chunks and of nodes of a former version. */
final class ChunkNodes {
    private long[][] finished;
    private int[] nodes;
    private int size;

    /** Chunks that are in no node yet. */
    private final long[] addresses = new long[2 * RowIdTree.FAN];

    private final int[] lengths = new int[2 * RowIdTree.FAN];
    private int count;

    /** Chunks that are in nodes that were made here. */
    private int made;

    /** @param nodes how many are expected */
    ChunkNodes(int nodes) {
        this.finished = new long[nodes][];
        this.nodes = new int[nodes + 1];
    }

    void add(long address, int length) {
        if (count == 2 * RowIdTree.FAN) {
            endNode(RowIdTree.FAN);
        }
        addresses[count] = address;
        lengths[count++] = length;
    }

    /** Adds nodes of another version, from one to another. */
    void share(long[][] formerChunks, int[] formerNodes, int from, int to) {
        if (from >= to) {
            return;
        }
        endNode(count);
        reserve(to - from);
        System.arraycopy(formerChunks, from, finished, size, to - from);
        int moved = nodes[size] - formerNodes[from];
        for (int node = from; node < to; node++) {
            nodes[size + node - from + 1] = formerNodes[node + 1] + moved;
        }
        size += to - from;
    }

    private void reserve(int more) {
        if (size + more > finished.length) {
            int length = Math.max(size + more, size + size / 4 + 4);
            finished = Arrays.copyOf(finished, length);
            nodes = Arrays.copyOf(nodes, length + 1);
        }
    }

    /** Makes a node of the first chunks. */
    private void endNode(int first) {
        if (first == 0) {
            return;
        }
        long[] node = new long[first + 1];
        int start = 0;
        for (int i = 0; i < first; i++) {
            node[i] = RowIdTree.entry(addresses[i], start);
            start += lengths[i];
        }
        node[first] = RowIdTree.entry(0, start);
        reserve(1);
        finished[size] = node;
        nodes[size + 1] = nodes[size] + start;
        size++;
        made += first;
        count -= first;
        System.arraycopy(addresses, first, addresses, 0, count);
        System.arraycopy(lengths, first, lengths, 0, count);
    }

    /** Ends the last node; nothing is added any more. */
    void finish() {
        endNode(count);
    }

    /** By node, by chunk, once finished: as {@link RowIdTree} has them. */
    long[][] chunks() {
        return size == finished.length ? finished : Arrays.copyOf(finished, size);
    }

    /** By node, once finished: the place of its first number; one more for the end. */
    int[] starts() {
        return size + 1 == nodes.length ? nodes : Arrays.copyOf(nodes, size + 1);
    }

    /** How many chunks are in nodes that were made here. */
    int made() {
        return made;
    }
}
