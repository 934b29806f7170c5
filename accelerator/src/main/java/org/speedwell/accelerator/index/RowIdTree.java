package org.speedwell.accelerator.index;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.CopyOnWritePieces;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.memory.Region;

/**
 * A long list of row ids in chunks. The chunks are the leaves of a copy-on-write tree with two levels above them, whose
 * entries count places. Versions share the chunks that do not change. A chunk of consecutive row ids takes no memory.
 * Immutable.
 */
final class RowIdTree {
    /** The greatest number of bytes of a chunk that a change wrote. */
    private static final int BYTES = 1 << 9;

    /** The usual number of chunks of a node. A node has at most twice as many. */
    static final int FAN = 1 << 5;

    private static final int GUIDE_SHIFT = 12;

    private final int width;
    private final int mask;

    /** The original list in one piece. Null if there was none, or if no chunk refers to it any more. */
    private final @Nullable Region list;

    /** The number of row ids of the original list that changes have replaced. */
    private final long replaced;

    /** The number of chunks. */
    private final int count;

    /**
     * The number of low bits of an entry that hold its start. The start is the place of the chunk's first row id,
     * relative to its node. The bits above hold the address.
     */
    private static final int START_BITS = 16;

    /**
     * The entries of the chunks, by node and chunk. Each node has one more entry for its end. The address of an entry
     * refers to the chunk's memory. For consecutive row ids, the address is the complement of the first row id. An
     * entry packs address and start into one number, so that a search waits for memory only once.
     */
    private final long[][] chunks;

    /** The place of the first row id of each node, and one more entry for the end of the list. */
    private final int[] nodes;

    /** The node in which a search for a place begins, by the upper bits of the place. */
    private final int[] guide;

    /** The mean number of chunks for each row id. It gives a first guess of the chunk within a node. */
    private final double chunkDensity;

    /** Keeps the memory of the changed chunks. */
    private final CopyOnWritePieces.@Nullable Version version;

    private RowIdTree(
            int width,
            @Nullable Region list,
            long replaced,
            long[][] chunks,
            int count,
            int[] nodes,
            CopyOnWritePieces.@Nullable Version version) {
        this.width = width;
        this.mask = RowNumbers.mask(width);
        this.list = list;
        this.replaced = replaced;
        this.count = count;
        this.chunks = chunks;
        this.nodes = nodes;
        this.version = version;
        this.guide = guide(nodes);
        this.chunkDensity = (double) count / Math.max(1, nodes[nodes.length - 1]);
    }

    /**
     * Creates the tree of a list in one piece, or of the row ids from 0 to {@code size} − 1 if {@code list} is null.
     */
    static RowIdTree of(@Nullable Region list, int size, int width) {
        int length = capacity(width) * 3 / 4; // leaves room for later changes
        ChunkNodes all = new ChunkNodes(size / length / FAN + 1);
        for (int place = 0; place < size; place += length) {
            all.add(list == null ? ~place : list.address() + (long) place * width, Math.min(length, size - place));
        }
        if (size == 0) {
            all.add(~0, 0);
        }
        return made(all, width, list, 0, 0, null);
    }

    /**
     * Creates the tree from its finished nodes.
     *
     * @param kept the number of chunks in nodes that other versions share
     */
    private static RowIdTree made(
            ChunkNodes nodes,
            int width,
            @Nullable Region list,
            long replaced,
            int kept,
            CopyOnWritePieces.@Nullable Draft draft) {
        nodes.finish();
        long[][] all = nodes.chunks();
        CopyOnWritePieces.Version version =
                draft == null ? null : draft.finish(new CopyOnWritePieces.Table(all, (entry, _) -> address(entry)));
        return new RowIdTree(width, list, replaced, all, kept + nodes.made(), nodes.starts(), version);
    }

    /** Returns the greatest number of row ids in a chunk. */
    private static int capacity(int width) {
        return (BYTES - RowNumbers.SPARE) / width;
    }

    int size() {
        return nodes[nodes.length - 1];
    }

    int width() {
        return width;
    }

    int get(int place) {
        int node = node(place);
        int inNode = place - nodes[node];
        long chunk = chunks[node][chunk(chunks[node], inNode)];
        return number(address(chunk), inNode - start(chunk));
    }

    static long entry(long address, int start) {
        return address << START_BITS | start;
    }

    private static long address(long entry) {
        return entry >> START_BITS;
    }

    private static int start(long entry) {
        return (int) entry & (1 << START_BITS) - 1;
    }

    /**
     * Returns the stretch from a place to the end of its chunk. {@link #length} returns its number of row ids, and
     * {@link #numberOf} returns one of them. A loop over a stretch calls no function that a caller passes. The
     * processor can then wait for many reads at once.
     */
    long stretch(int place) {
        int node = node(place);
        long[] all = chunks[node];
        int inNode = place - nodes[node];
        int chunk = chunk(all, inNode);
        long address = address(all[chunk]);
        int within = inNode - start(all[chunk]);
        return entry(address < 0 ? address - within : address + (long) within * width, start(all[chunk + 1]) - inNode);
    }

    /** Returns the number of row ids in a {@link #stretch}. */
    static int length(long stretch) {
        return start(stretch);
    }

    /** Returns one row id of a {@link #stretch}. The index starts at 0. */
    int numberOf(long stretch, int index) {
        return number(address(stretch), index);
    }

    /**
     * Passes the row ids of a range of places to an action, in the order of the list. The range ends before {@code to}.
     */
    void forEach(int from, int to, IntConsumer action) {
        for (int place = from; place < to; ) {
            int node = node(place);
            long[] all = chunks[node];
            int chunk = chunk(all, place - nodes[node]);
            for (; place < to && chunk < all.length - 1; chunk++) {
                long address = address(all[chunk]);
                int start = nodes[node] + start(all[chunk]);
                int end = Math.min(to, nodes[node] + start(all[chunk + 1]));
                for (; place < end; place++) {
                    action.accept(number(address, place - start));
                }
            }
        }
    }

    /**
     * Copies the row ids of a range of places to an array, starting at index {@code at}. The range ends before
     * {@code to}.
     */
    void copy(int from, int to, int[] target, int at) {
        int shift = at - from;
        for (int place = from; place < to; ) {
            int node = node(place);
            long[] all = chunks[node];
            int chunk = chunk(all, place - nodes[node]);
            for (; place < to && chunk < all.length - 1; chunk++) {
                long address = address(all[chunk]);
                int start = nodes[node] + start(all[chunk]);
                int end = Math.min(to, nodes[node] + start(all[chunk + 1]));
                for (; place < end; place++) {
                    target[place + shift] = number(address, place - start);
                }
            }
        }
    }

    /** Returns a reader that remembers its last chunk. For one thread. */
    IntUnaryOperator reader() {
        return new IntUnaryOperator() {
            private long address;
            private int start;
            private int end;

            @Override
            public int applyAsInt(int place) {
                if (place < start || place >= end) {
                    int node = node(place);
                    int chunk = chunk(chunks[node], place - nodes[node]);
                    address = address(chunks[node][chunk]);
                    start = nodes[node] + start(chunks[node][chunk]);
                    end = nodes[node] + start(chunks[node][chunk + 1]);
                }
                return number(address, place - start);
            }
        };
    }

    private int number(long address, int within) {
        return address < 0 ? (int) ~address + within : CopyOnWritePieces.getInt(address + (long) within * width) & mask;
    }

    private boolean isInList(long address) {
        return list != null && address >= list.address() && address < list.address() + list.size();
    }

    private int node(int place) {
        int low = guide[place >>> GUIDE_SHIFT];
        int high = guide[(place >>> GUIDE_SHIFT) + 1];
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            if (nodes[middle] <= place) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Returns the node of every 2<sup>{@value #GUIDE_SHIFT}</sup>-th place, and the last node at the end. */
    private static int[] guide(int[] nodes) {
        int size = nodes[nodes.length - 1];
        int[] guide = new int[(size >>> GUIDE_SHIFT) + 2];
        int node = 0;
        for (int i = 0; i < guide.length; i++) {
            while (node < nodes.length - 2 && nodes[node + 1] <= (long) i << GUIDE_SHIFT) {
                node++;
            }
            guide[i] = node;
        }
        return guide;
    }

    /** Returns the number of the chunk, within its node, that contains a place. */
    private int chunk(long[] all, int inNode) {
        int guess = Math.min((int) (inNode * chunkDensity), all.length - 2);
        while (start(all[guess]) > inNode) {
            guess--;
        }
        while (start(all[guess + 1]) <= inNode) {
            guess++;
        }
        return guess;
    }

    /** Returns a later version of the list. Its row ids have the same width. */
    RowIdTree edit(RowListEdit splices, MemoryBudget budget) {
        boolean leavesRegion = list != null
                && CopyOnWritePieces.shouldLeaveRegion(list, replaced * width, (long) size() * width, budget);
        try (CopyOnWritePieces.Draft draft = leavesRegion
                ? CopyOnWritePieces.after(null, null, budget)
                : CopyOnWritePieces.after(version, list, budget)) {
            return new Successor(splices, draft, leavesRegion).chunks();
        }
    }

    /** The builder of the next version. */
    private final class Successor implements RowListEdit.Target {
        private final RowListEdit.Cursor cursor;
        private final CopyOnWritePieces.Draft draft;
        private final ChunkNodes successor = new ChunkNodes(chunks.length);

        /** True if the next version copies all chunks, so that it no longer needs the original list. */
        private final boolean leavesRegion;

        private long nextReplaced = replaced;

        /** The number of chunks in nodes that the next version does not share. */
        private int unshared;

        /**
         * The address of the chunk that is the source of the copy. {@code sourceStart} is the place of its first row
         * id.
         */
        private long source;

        private int sourceStart;

        /**
         * The address of the chunk that the builder writes, or 0. It has {@code written} of at most {@code limit} row
         * ids.
         */
        private long target;

        private int written;
        private int limit;

        /**
         * The number of row ids that the builder must still write to this chunk and to the other chunks that replace
         * the source.
         */
        private int remaining;

        Successor(RowListEdit splices, CopyOnWritePieces.Draft draft, boolean leavesRegion) {
            this.cursor = splices.new Cursor();
            this.draft = draft;
            this.leavesRegion = leavesRegion;
        }

        RowIdTree chunks() {
            int shared = 0;
            for (; leavesRegion && shared < chunks.length; shared++) {
                edit(shared);
            }
            for (int place = cursor.next(); place < Integer.MAX_VALUE; place = cursor.next()) {
                int node = place < size() ? node(place) : chunks.length - 1;
                successor.share(RowIdTree.this.chunks, nodes, shared, node);
                edit(node);
                shared = node + 1;
            }
            successor.share(RowIdTree.this.chunks, nodes, shared, chunks.length);
            int kept = count - unshared;
            return leavesRegion
                    ? made(successor, width, null, 0, kept, draft)
                    : made(successor, width, list, nextReplaced, kept, draft);
        }

        private void edit(int node) {
            long[] all = chunks[node];
            unshared += all.length - 1;
            int next = cursor.next();
            for (int chunk = 0; chunk < all.length - 1; chunk++) {
                int from = nodes[node] + start(all[chunk]);
                int to = nodes[node] + start(all[chunk + 1]);
                boolean isLast = to == size();
                boolean isChanged = next < to || isLast && next <= to;
                if (isChanged || leavesRegion && address(all[chunk]) > 0) {
                    edit(address(all[chunk]), from, to, isLast);
                    next = cursor.next();
                } else {
                    successor.add(address(all[chunk]), to - from);
                }
            }
        }

        /**
         * Copies a chunk with its insertions. The result is one chunk, or several of about equal length. The last chunk
         * of the list is different: its row ids fill each new chunk completely.
         */
        private void edit(long chunk, int from, int to, boolean isLast) {
            remaining = to - from + cursor.growth(isLast ? Integer.MAX_VALUE : to);
            int most = capacity(width);
            int pieces = (remaining + most - 1) / most;
            limit = pieces <= 1 || isLast ? most : (remaining + pieces - 1) / pieces;
            if (!leavesRegion) {
                draft.replace(chunk);
                nextReplaced += isInList(chunk) ? to - from : 0;
            }
            source = chunk;
            sourceStart = from;
            cursor.give(from, to, this);
            if (isLast) {
                cursor.passEnd(this);
            }
            endChunk();
        }

        @Override
        public void copy(int from, int to) {
            for (int place = from; place < to; ) {
                int count = Math.min(to - place, room());
                int within = place - sourceStart;
                if (source < 0) {
                    for (int i = 0; i < count; i++) {
                        put((int) ~source + within + i);
                    }
                } else {
                    CopyOnWritePieces.copy(
                            source + (long) within * width, target + (long) written * width, (long) count * width);
                    written += count;
                }
                place += count;
            }
        }

        @Override
        public void add(int row) {
            room();
            put(row);
        }

        private void put(int row) {
            RowNumbers.put(target + (long) written++ * width, width, row);
        }

        /** Returns the number of row ids that fit into the current chunk. Starts a new chunk if necessary. */
        private int room() {
            if (target != 0 && written == limit) {
                endChunk();
            }
            if (target == 0) {
                limit = Math.min(limit, remaining);
                target = draft.allocate(RowNumbers.bytes(limit, width));
            }
            return limit - written;
        }

        private void endChunk() {
            if (target != 0) {
                successor.add(target, written);
                remaining -= written;
            }
            target = 0;
            written = 0;
        }
    }
}
