package org.speedwell.accelerator.index;

import java.util.Arrays;

/** A builder of the nodes of a {@link RowIdTree}, from new chunks and from nodes of an earlier version. */
final class ChunkNodes {
    private long[][] finished;
    private int[] nodes;
    private int size;

    /** The addresses of chunks that no node contains yet. */
    private final long[] addresses = new long[2 * RowIdTree.FAN];

    private final int[] lengths = new int[2 * RowIdTree.FAN];
    private int count;

    /** The number of chunks in nodes that this builder created. */
    private int made;

    /**
     * Creates a builder.
     *
     * @param nodes the expected number of nodes
     */
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

    /** Adds a range of nodes of another version, which both versions then share. */
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

    /** Creates a node of the first waiting chunks. */
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

    /** Ends the last node. No further calls may add anything. */
    void finish() {
        endNode(count);
    }

    /** Returns the chunks by node, in the form of {@link RowIdTree}. Valid after {@link #finish}. */
    long[][] chunks() {
        return size == finished.length ? finished : Arrays.copyOf(finished, size);
    }

    /**
     * Returns the position of the first number of each node, and one more entry for the end. Valid after
     * {@link #finish}.
     */
    int[] starts() {
        return size + 1 == nodes.length ? nodes : Arrays.copyOf(nodes, size + 1);
    }

    /** Returns the number of chunks in nodes that this builder created. */
    int made() {
        return made;
    }
}
